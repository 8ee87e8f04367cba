#!/usr/bin/python3
# SPDX-FileCopyrightText: The Lockstep authors
# SPDX-License-Identifier: Apache-2.0
"""What PyTorch computes for the models of the zoo, in double precision: the oracle of compute_test and
optimizer_oracle_test.

usage: torch_reference.py FOLDER

Writes FOLDER/MODEL.tensors, one record after another: a line "NAME SIZE SIZE ...", then the values as
little-endian f32, row-major. Gradients and losses are of the sum over the samples, not of the mean.
"""
import os
import sys
from collections import OrderedDict

import torch
import torch.nn as nn
import torch.nn.functional as F

COUNTS = (37, 16, 5, 1)
STEPS = 10
STEP_BATCH = 4


def mnist_cnn():
    return nn.Sequential(OrderedDict([
        ("conv1", nn.Conv2d(1, 20, 5, padding=2)), ("relu1", nn.ReLU()), ("pool1", nn.MaxPool2d(2)),
        ("conv2", nn.Conv2d(20, 20, 5, padding=2)), ("relu2", nn.ReLU()), ("pool2", nn.MaxPool2d(2)),
        ("flatten", nn.Flatten()), ("fc", nn.Linear(980, 10))]))


def lenet():
    return nn.Sequential(OrderedDict([
        ("conv1", nn.Conv2d(1, 20, 5)), ("tanh1", nn.Tanh()), ("pool1", nn.MaxPool2d(2)),
        ("conv2", nn.Conv2d(20, 50, 5)), ("tanh2", nn.Tanh()), ("pool2", nn.MaxPool2d(2)),
        ("flatten", nn.Flatten()), ("fc1", nn.Linear(800, 500)), ("tanh3", nn.Tanh()),
        ("fc2", nn.Linear(500, 10))]))


def cross_entropy(logits, labels):
    return F.cross_entropy(logits, labels, reduction="sum")


def squared_error(logits, labels):
    return F.mse_loss(logits, F.one_hot(labels, 10).to(logits.dtype), reduction="sum") / 10


LOSSES = {"cross-entropy": cross_entropy, "squared-error": squared_error}
OPTIMIZERS = {
    "sgd": lambda p: torch.optim.SGD(p, lr=0.05),
    "momentum": lambda p: torch.optim.SGD(p, lr=0.01, momentum=0.9),
    "adagrad": lambda p: torch.optim.Adagrad(p, lr=0.002),
    "adam": lambda p: torch.optim.Adam(p, lr=0.001),
}


def write(file, name, tensor):
    tensor = tensor.detach().to(torch.float32).contiguous()
    file.write((" ".join([name] + [str(size) for size in tensor.shape]) + "\n").encode())
    file.write(tensor.numpy().astype("<f4").tobytes())


class Margin:
    """How near the model came to a decision that rounding could turn: the largest two values of a pooling window
    being equal, or a pooled value crossing ReLU's zero. In standard deviations of the tensor. One such decision
    taken otherwise changes gradients by far more than 1e-4, and neither side would be wrong."""

    def __init__(self, model):
        self.smallest = float("inf")
        for module in model:
            if isinstance(module, (nn.ReLU, nn.Tanh)):
                module.register_forward_pre_hook(self.observe)

    def observe(self, module, inputs):
        z = inputs[0].detach()
        if z.dim() != 4:
            return
        n, c, h, w = z.shape
        windows = z.reshape(n, c, h // 2, 2, w // 2, 2).permute(0, 1, 2, 4, 3, 5).reshape(-1, 4)
        top = windows.topk(2, dim=1).values
        gap = top[:, 0] - top[:, 1]
        if isinstance(module, nn.ReLU):
            gap = torch.cat([gap[top[:, 0] > 0], top[:, 0].abs()])
        self.smallest = min(self.smallest, (gap.min() / z.std()).item())


def draw(seed, samples):
    generator = torch.Generator().manual_seed(seed)
    # Rounded to f32 first: both sides read the same numbers.
    inputs = torch.randn(samples, 1, 28, 28, generator=generator)
    return inputs, torch.randint(0, 10, (samples,), generator=generator)


def clear_of_ties(model, compute, samples):
    """The first draw of samples for which compute(inputs, labels) keeps a margin 10 times above f32 rounding."""
    for seed in range(1, 100):
        inputs, labels = draw(seed, samples)
        margin = Margin(model)
        records = compute(inputs.double(), labels)
        for module in model:
            module._forward_pre_hooks.clear()
        if margin.smallest > 1e-6:
            return inputs, labels, records
    sys.exit("no draw of samples without ties")


def gradients(model, inputs, labels):
    for loss_name, loss in LOSSES.items():
        for count in COUNTS:
            model.zero_grad()
            logits = model(inputs[:count])
            total = loss(logits, labels[:count])
            total.backward()
            key = f"{loss_name}/{count}"
            yield f"{key}/logits", logits.detach()
            yield f"{key}/loss", total.detach().reshape(1)
            for name, parameter in model.named_parameters():
                yield f"{key}/gradient/{name}", parameter.grad.clone()


def ten_steps(model, start, optimizer_name, inputs, labels):
    model.load_state_dict(start)
    optimizer = OPTIMIZERS[optimizer_name](model.parameters())
    for step in range(STEPS):
        part = slice(step * STEP_BATCH, (step + 1) * STEP_BATCH)
        optimizer.zero_grad()
        (cross_entropy(model(inputs[part]), labels[part]) / STEP_BATCH).backward()
        optimizer.step()
    return [(f"{optimizer_name}/{name}", value.clone()) for name, value in model.named_parameters()]


def write_model(file, make):
    torch.manual_seed(1)
    model = make()
    start = {name: value.clone() for name, value in model.state_dict().items()}
    model.double()
    for name, value in start.items():
        write(file, f"value/{name}", value)
    inputs, labels, records = clear_of_ties(model, lambda x, y: list(gradients(model, x, y)), max(COUNTS))
    write(file, "inputs", inputs)
    write(file, "labels", labels)
    for name, value in records:
        write(file, name, value)
    for optimizer in OPTIMIZERS:
        inputs, labels, records = clear_of_ties(
            model, lambda x, y: ten_steps(model, start, optimizer, x, y), STEPS * STEP_BATCH)
        write(file, f"{optimizer}/inputs", inputs)
        write(file, f"{optimizer}/labels", labels)
        for name, value in records:
            write(file, name, value)


def main():
    folder = sys.argv[1]
    os.makedirs(folder, exist_ok=True)
    torch.set_num_threads(1)
    for name, make in (("mnist-cnn", mnist_cnn), ("lenet", lenet)):
        path = os.path.join(folder, name + ".tensors")
        with open(path + ".new", "wb") as file:
            write_model(file, make)
        os.replace(path + ".new", path)


if __name__ == "__main__":
    main()
