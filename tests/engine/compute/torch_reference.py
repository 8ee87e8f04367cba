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
STEP_BATCH = 20


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
    "adagrad": lambda p: torch.optim.Adagrad(p, lr=0.01),
    "adam": lambda p: torch.optim.Adam(p, lr=0.001),
}


def write(file, name, tensor):
    tensor = tensor.detach().to(torch.float32).contiguous()
    file.write((" ".join([name] + [str(size) for size in tensor.shape]) + "\n").encode())
    file.write(tensor.numpy().astype("<f4").tobytes())


def write_model(file, make):
    torch.manual_seed(1)
    model = make()
    start = {name: value.clone() for name, value in model.state_dict().items()}
    # Rounded to f32 first: both sides read the same numbers.
    inputs = torch.randn(STEPS * STEP_BATCH, 1, 28, 28)
    labels = torch.randint(0, 10, (STEPS * STEP_BATCH,))
    write(file, "inputs", inputs)
    write(file, "labels", labels)
    for name, value in start.items():
        write(file, f"value/{name}", value)
    model.double()
    inputs = inputs.double()
    for loss_name, loss in LOSSES.items():
        for count in COUNTS:
            model.zero_grad()
            logits = model(inputs[:count])
            total = loss(logits, labels[:count])
            total.backward()
            key = f"{loss_name}/{count}"
            write(file, f"{key}/logits", logits)
            write(file, f"{key}/loss", total.reshape(1))
            for name, parameter in model.named_parameters():
                write(file, f"{key}/gradient/{name}", parameter.grad)
    for optimizer_name, make_optimizer in OPTIMIZERS.items():
        model.load_state_dict(start)
        optimizer = make_optimizer(model.parameters())
        for step in range(STEPS):
            part = slice(step * STEP_BATCH, (step + 1) * STEP_BATCH)
            optimizer.zero_grad()
            (cross_entropy(model(inputs[part]), labels[part]) / STEP_BATCH).backward()
            optimizer.step()
        for name, parameter in model.named_parameters():
            write(file, f"{optimizer_name}/{name}", parameter)


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
