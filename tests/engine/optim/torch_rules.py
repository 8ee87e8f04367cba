#!/usr/bin/python3
# SPDX-FileCopyrightText: The Lockstep authors
# SPDX-License-Identifier: Apache-2.0
"""What PyTorch's optimisers, its clipping and its schedules make of given gradients: the oracle of
optimizer_rules_test and schedule_test.

usage: torch_rules.py FOLDER

Writes FOLDER/rules.tensors: records of a line "NAME SIZE SIZE ...", then the values as little-endian f32.
"""
import os
import sys

import torch
from torch.optim import lr_scheduler

SHAPES = {"conv.weight": (8, 3, 3, 3), "norm.weight": (8,), "norm.bias": (8,), "layer_scale": (6, 1, 1),
          "fc.weight": (5, 12), "fc.bias": (5,)}
STEPS = 10
RULES = {
    "sgd": (torch.optim.SGD, dict(lr=0.1)),
    "sgd_decay": (torch.optim.SGD, dict(lr=0.1, weight_decay=0.05)),
    "momentum": (torch.optim.SGD, dict(lr=0.05, momentum=0.9)),
    "momentum_decay": (torch.optim.SGD, dict(lr=0.05, momentum=0.9, weight_decay=0.05)),
    "nesterov": (torch.optim.SGD, dict(lr=0.05, momentum=0.8, nesterov=True)),
    "nesterov_decay": (torch.optim.SGD, dict(lr=0.05, momentum=0.8, nesterov=True, weight_decay=0.05)),
    "adagrad": (torch.optim.Adagrad, dict(lr=0.1)),
    "adagrad_decay": (torch.optim.Adagrad, dict(lr=0.1, weight_decay=0.05)),
    "adam": (torch.optim.Adam, dict(lr=0.01)),
    "adam_decay": (torch.optim.Adam, dict(lr=0.01, betas=(0.8, 0.99), eps=1e-6, weight_decay=0.05)),
    "adamw": (torch.optim.AdamW, dict(lr=0.01, weight_decay=0)),
    "adamw_decay": (torch.optim.AdamW, dict(lr=0.01, weight_decay=0.05)),
}


def write(file, name, tensor):
    tensor = tensor.detach().to(torch.float32).contiguous()
    file.write((" ".join([name] + [str(size) for size in tensor.shape]) + "\n").encode())
    file.write(tensor.numpy().astype("<f4").tobytes())


def run(rule, start, gradients, partly, clip):
    """Weights after 5 and 10 steps. partly: no decay of what has one axis, by PyTorch's own parameter groups."""
    kind, options = RULES[rule]
    parameters = {name: value.clone().double().requires_grad_() for name, value in start.items()}
    groups = list(parameters.values())
    if partly:
        per_channel = [p for name, p in parameters.items() if p.dim() == 1 or name == "layer_scale"]
        groups = [{"params": [p for p in parameters.values() if not any(p is q for q in per_channel)]},
                  {"params": per_channel, "weight_decay": 0}]
    optimizer = kind(groups, **options)
    norms = []
    for step in range(STEPS):
        for name, parameter in parameters.items():
            parameter.grad = gradients[name][step].clone().double()
        if clip:
            norms.append(torch.nn.utils.clip_grad_norm_(parameters.values(), clip).item())
        optimizer.step()
        if step + 1 in (5, STEPS):
            yield step + 1, {name: value.detach().clone() for name, value in parameters.items()}, norms


def schedules():
    """A rate for each of 6 epochs of 7 steps."""
    def rates(make, per_step):
        optimizer = torch.optim.SGD([torch.zeros(1, requires_grad=True)], lr=0.4)
        scheduler = make(optimizer)
        found = []
        for _ in range(6):
            for _ in range(7):
                found.append(optimizer.param_groups[0]["lr"])
                optimizer.step()
                if per_step:
                    scheduler.step()
            if not per_step:
                scheduler.step()
        return torch.tensor(found)

    yield "step", rates(lambda o: lr_scheduler.StepLR(o, 2, gamma=0.3), False)
    yield "multi-step", rates(lambda o: lr_scheduler.MultiStepLR(o, [1, 3, 4], gamma=0.2), False)
    yield "cosine", rates(lambda o: lr_scheduler.CosineAnnealingLR(o, 42, eta_min=0.01), True)
    yield "warmup", rates(lambda o: lr_scheduler.LinearLR(o, 1 / 14, 1.0, 13), True)


def main(folder):
    os.makedirs(folder, exist_ok=True)
    torch.manual_seed(4)
    start = {name: torch.randn(shape) for name, shape in SHAPES.items()}
    gradients = {name: torch.randn((STEPS,) + shape) * 0.5 for name, shape in SHAPES.items()}
    with open(os.path.join(folder, "rules.tensors"), "wb") as file:
        for name in SHAPES:
            write(file, f"start/{name}", start[name])
            for step in range(STEPS):
                write(file, f"gradient/{step}/{name}", gradients[name][step])
        for rule in RULES:
            for variant, partly, clip in (("all", False, 0), ("partly", True, 0), ("clipped", False, 2.0)):
                for step, values, norms in run(rule, start, gradients, partly, clip):
                    for name, value in values.items():
                        write(file, f"{rule}/{variant}/{step}/{name}", value)
                    if clip and step == STEPS:
                        write(file, f"{rule}/norms", torch.tensor(norms))
        for name, rates in schedules():
            write(file, f"schedule/{name}", rates)


if __name__ == "__main__":
    main(sys.argv[1])
