# SPDX-FileCopyrightText: The Lockstep authors
# SPDX-License-Identifier: Apache-2.0
"""Losses and predictions as PyTorch computes them, for the tests of evaluation.

    torch_losses.py data FOLDER     writes MNIST's four files: noise, 60 pictures to train and 50 held out
    torch_losses.py losses FOLDER   what mnist-cnn with the weights FOLDER/w.pth loses on the pictures held out,
                                    by kind of loss, as JSON; kinds are written as in an experiment
    torch_losses.py predictions FOLDER
                                    what the same takes each of them for, as JSON: `classes`, `predicted` and the
                                    `probability` of that and of the picture's own class, and their `confusion`
"""
import json
import struct
import sys

import numpy
import torch
from torch.nn import functional


def write_data(folder):
    random = numpy.random.RandomState(3)
    for name, count in (("train", 60), ("t10k", 50)):
        pixels = random.randint(0, 256, (count, 28, 28)).astype(numpy.uint8)
        labels = random.randint(0, 10, count).astype(numpy.uint8)
        with open(f"{folder}/{name}-images-idx3-ubyte", "wb") as file:
            file.write(struct.pack(">4i", 0x803, count, 28, 28) + pixels.tobytes())
        with open(f"{folder}/{name}-labels-idx1-ubyte", "wb") as file:
            file.write(struct.pack(">2i", 0x801, count) + labels.tobytes())


def held_out(folder):
    with open(f"{folder}/t10k-images-idx3-ubyte", "rb") as file:
        pixels = numpy.frombuffer(file.read()[16:], numpy.uint8).reshape(-1, 1, 28, 28)
    with open(f"{folder}/t10k-labels-idx1-ubyte", "rb") as file:
        labels = numpy.frombuffer(file.read()[8:], numpy.uint8)
    return (torch.from_numpy(pixels.copy()).double() / 255 - 0.1307) / 0.3081, torch.from_numpy(labels.copy()).long()


def logits_of(folder, at):
    weights = {name: tensor.double() for name, tensor in torch.load(f"{folder}/w.pth").items()}
    for layer in ("conv1", "conv2"):
        at = functional.conv2d(at, weights[layer + ".weight"], weights[layer + ".bias"], padding=2)
        at = functional.max_pool2d(functional.relu(at), 2)
    return functional.linear(at.flatten(1), weights["fc.weight"], weights["fc.bias"])


def losses(folder):
    pictures, labels = held_out(folder)
    logits = logits_of(folder, pictures)
    target = functional.one_hot(labels, 10).double()
    return {'"cross-entropy"': functional.cross_entropy(logits, labels).item(),
            '"cross-entropy", "label_smoothing": 0.2':
                functional.cross_entropy(logits, labels, label_smoothing=0.2).item(),
            '"squared-error"': functional.mse_loss(logits, target).item()}


def predictions(folder):
    pictures, labels = held_out(folder)
    shares = functional.softmax(logits_of(folder, pictures), 1)
    predicted = shares.argmax(1)
    confusion = torch.zeros(10, 10, dtype=torch.long)
    confusion.index_put_((labels, predicted), torch.ones_like(labels), accumulate=True)
    return {"classes": labels.tolist(), "predicted": predicted.tolist(), "confusion": confusion.tolist(),
            "probability": shares.gather(1, predicted[:, None])[:, 0].tolist(),
            "label_probability": shares.gather(1, labels[:, None])[:, 0].tolist()}


if sys.argv[1] == "data":
    write_data(sys.argv[2])
else:
    print(json.dumps({"losses": losses, "predictions": predictions}[sys.argv[1]](sys.argv[2])))
