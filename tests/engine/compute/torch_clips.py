#!/usr/bin/python3
# SPDX-FileCopyrightText: The Lockstep authors
# SPDX-License-Identifier: Apache-2.0
"""What PyTorch computes for single layers of clips: the oracle of clip_layers_test.

usage: torch_clips.py FOLDER

Writes FOLDER/clips.tensors, in the format of torch_reference.py, in double precision. Each case is a network of a 1x1x1
convolution, the layer, and a linear layer: the gradients of their weights tell about the layer's gradient of its input,
of its weight, and about its output.
"""
import os
import sys

import torch
from torch import nn

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../graph"))
from torch_i3d import SameConvolution, SamePool  # noqa: E402
from torch_models import loss_of, numbers  # noqa: E402
from torch_reference import write  # noqa: E402

BATCH = 3
CLASSES = 4
INPUTS, WIDTH = 2, 18

# frames, height, width; kernel and stride along the frames and along the sides. As in clip_layers_test.cpp.
CONVOLUTIONS = [((9, 16, 11), (7, 7), (2, 2)), ((8, 15, 16), (7, 7), (2, 2)), ((4, 7, 6), (3, 3), (1, 1)),
                ((5, 8, 9), (3, 3), (2, 2)), ((3, 5, 4), (1, 1), (1, 1)), ((4, 6, 5), (1, 3), (1, 1)),
                ((1, 3, 3), (3, 3), (1, 1)), ((2, 2, 2), (5, 5), (1, 1)), ((3, 1, 1), (3, 3), (1, 1)),
                ((6, 5, 5), (3, 1), (1, 1)), ((1, 1, 1), (3, 3), (1, 1)), ((7, 6, 6), (1, 1), (2, 2)),
                ((5, 4, 4), (2, 2), (2, 2)), ((4, 8, 7), (1, 3), (1, 2))]
POOLINGS = [((9, 16, 11), (1, 3), (1, 2)), ((8, 15, 16), (3, 3), (2, 2)), ((7, 7, 7), (2, 2), (2, 2)),
            ((4, 5, 6), (3, 3), (1, 1)), ((6, 3, 3), (2, 1), (2, 1)), ((1, 2, 2), (3, 3), (2, 2)),
            ((5, 4, 3), (1, 1), (3, 2))]
# frames, height, width before and after
AVERAGES = [((8, 7, 6), (7, 1, 1)), ((5, 4, 3), (1, 1, 1)), ((5, 6, 7), (3, 2, 4)), ((4, 1, 1), (2, 1, 1)),
            ((2, 5, 5), (2, 2, 2))]


def cubes(window):
    return window[0], window[1], window[1]


def cases():
    for i, (sample, kernel, stride) in enumerate(CONVOLUTIONS):
        yield f"convolution{i}", sample, SameConvolution(WIDTH, 20, cubes(kernel), cubes(stride))
    for i, (sample, kernel, stride) in enumerate(POOLINGS):
        yield f"pooling{i}", sample, SamePool(cubes(kernel), cubes(stride))
    for i, (sample, output) in enumerate(AVERAGES):
        yield f"average{i}", sample, nn.AdaptiveAvgPool3d(output)


def main():
    folder = sys.argv[1]
    os.makedirs(folder, exist_ok=True)
    path = os.path.join(folder, "clips.tensors")
    with open(path + ".new", "wb") as file:
        for case, sample, layer in cases():
            inputs = torch.from_numpy(numbers(case, BATCH * INPUTS * sample[0] * sample[1] * sample[2]))
            inputs = inputs.reshape(BATCH, INPUTS, *sample).double()
            first = nn.Conv3d(INPUTS, WIDTH, 1)
            elements = layer(first(inputs.float())).numel() // BATCH
            model = nn.Sequential()
            for name, module in (("first", first), ("layer", layer), ("flatten", nn.Flatten()),
                                 ("last", nn.Linear(elements, CLASSES))):
                model.add_module(name, module)
            for name, parameter in model.named_parameters():
                values = torch.from_numpy(numbers(name, parameter.numel()))
                parameter.data = values.reshape(parameter.shape) / max(1, parameter[0].numel()) ** 0.5
            model.double()
            logits = model(inputs)
            loss_of(logits, torch.arange(BATCH)).backward()
            write(file, f"{case}/logits", logits)
            for name, parameter in model.named_parameters():
                write(file, f"{case}/{name}", parameter.grad)
    os.replace(path + ".new", path)


if __name__ == "__main__":
    main()
