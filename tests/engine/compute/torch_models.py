#!/usr/bin/python3
# SPDX-FileCopyrightText: The Lockstep authors
# SPDX-License-Identifier: Apache-2.0
"""What PyTorch and torchvision compute for every model of the zoo: the oracle of models_test.

usage: torch_models.py FOLDER [MODEL ...]

Writes FOLDER/MODEL.tensors, in the format of torch_reference.py. Nothing random is exchanged: weights, running
statistics and inputs come from a table that both sides make (numbers()). Large tensors are written as sketches: 4096
sums of elements with signs, whose distance estimates the distance of the tensors within a few per cent
[Charikar, Chen, Farach-Colton: Finding frequent items in data streams. 2002].

Double precision, but for VGG, whose size would make that slow. Beside each gradient, "own/NAME" is how far PyTorch's
f32 is from it: behind batch norms some gradients are small differences of large numbers, which f32 cannot give to 1e-4.
Dropout and stochastic depth are off on both sides; masks have tests of their own. Gradients and losses are of the
sum over the samples.
"""
import os
import sys

import numpy
import torch
import torch.nn.functional as F
import torchvision

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../graph"))
from torch_reference import write  # noqa: E402
from torch_zoo import make  # noqa: E402

# Draws of inputs for which no maximum of a pooling window is a tie within rounding.
DRAWS = {"vgg11_bn": 1, "vgg13": 1, "mobilenet_v2": 2}
# Its pooling of overlapping windows makes ties among values that differ little.
UNSTEADY = ("googlenet",)
SIDES = {"resnet8": 32, "resnet20": 32, "resnet32": 32, "resnet56": 32}
VGG = [f"vgg{depth}{norm}" for depth in (11, 13, 16, 19) for norm in ("", "_bn")]
MODELS = ["alexnet", "resnet18", "resnet34", "resnet50", "resnet101", "resnet152", "googlenet", "shufflenet_v2_x0_5",
          "shufflenet_v2_x1_0", "mobilenet_v2", "squeezenet1_1", "convnext_tiny", "convnext_base", "resnet8",
          "resnet20", "resnet32", "resnet56", "i3d"] + VGG
OPTIMIZED = ("resnet20", "squeezenet1_1")
OPTIMIZERS = {
    "sgd": lambda p: torch.optim.SGD(p, lr=0.01),
    "momentum": lambda p: torch.optim.SGD(p, lr=0.003, momentum=0.9),
    "nesterov": lambda p: torch.optim.SGD(p, lr=0.003, momentum=0.9, nesterov=True),
    "adagrad": lambda p: torch.optim.Adagrad(p, lr=0.001),
    "adam": lambda p: torch.optim.Adam(p, lr=0.00003),
    "adamw": lambda p: torch.optim.AdamW(p, lr=0.00003, weight_decay=0.05),
}
BATCH = 4
CLASSES = 10
STEPS = 5
PERIOD = 1000003
BUCKETS = 4096


def make_table():
    x = (numpy.arange(1, PERIOD + 1, dtype=numpy.uint64) * 2654435761) & 0xFFFFFFFF
    x ^= x >> 16
    x = (x * 0x45D9F3B) & 0xFFFFFFFF
    x ^= x >> 16
    return (x.astype(numpy.float64) / 2**31 - 1).astype(numpy.float32)


TABLE = make_table()


def numbers(name, count):
    """Uniform in [-1, 1): the table, over and over, from a place that depends on the name."""
    place = 2166136261
    for byte in name.encode():
        place = ((place ^ byte) * 16777619) & 0xFFFFFFFF
    return numpy.resize(numpy.roll(TABLE, -(place % PERIOD)), count)


SIGNS = numpy.where(numbers("signs", PERIOD) >= 0, 1, -1).astype(numpy.float32)


def sketch(tensor):
    values = tensor.detach().reshape(-1).numpy()
    if values.size <= BUCKETS:
        return tensor
    rows = -(-values.size // BUCKETS)
    padded = numpy.zeros(rows * BUCKETS, values.dtype)
    padded[:values.size] = values * numpy.resize(SIGNS, values.size)
    return torch.from_numpy(padded.reshape(rows, BUCKETS).sum(0, dtype=numpy.float64))


def scaled(name, tensor, is_norm):
    u = numbers(name, tensor.numel())
    if is_norm and name.endswith("bias"):
        # Three channels of four are always on the one side of the ReLU that follows, one always on the other: an
        # element that rounding brings to the other side would change gradients by far more than 1e-4, in a small
        # map, and neither result would be wrong.
        u = numpy.where(numpy.arange(u.size) % 4 == 3, -1.5, 1.5).astype(numpy.float32) + numpy.float32(0.1) * u
    elif is_norm and name.endswith("weight"):
        u = numpy.float32(0.25) + numpy.float32(0.05) * u
    elif tensor.dim() >= 4:
        u = u * numpy.float32((6 / tensor[0].numel()) ** 0.5)
    elif tensor.dim() == 2:
        u = u * numpy.float32((3 / tensor.shape[1]) ** 0.5)
    elif tensor.dim() == 3:
        u = numpy.float32(0.5) + numpy.float32(0.2) * u
    elif name.endswith("running_var"):
        u = numpy.float32(1) + numpy.float32(0.5) * u
    elif name.endswith("weight"):
        u = numpy.float32(0.6) + numpy.float32(0.2) * u
    else:
        u = numpy.float32(0.1) * u
    return torch.from_numpy(u.reshape(tensor.shape))


def fill(model, steady=True):
    """steady: keep the batch norms' outputs away from zero."""
    state = model.state_dict()
    with torch.no_grad():
        for name, tensor in state.items():
            if name.endswith("num_batches_tracked"):
                tensor.zero_()
            else:
                tensor.copy_(scaled(name, tensor, steady and name.rpartition(".")[0] + ".running_mean" in state))
    for module in model.modules():
        if isinstance(module, (torch.nn.Dropout, torchvision.ops.StochasticDepth)):
            module.p = 0.0


def data(name, step, precision):
    side = SIDES.get(name, 32 if name.startswith("vgg") else 64)
    # Odd and even: TensorFlow's padding takes every form.
    sample = (3, 18, 19, 22) if name == "i3d" else (3, side, side)
    count = BATCH * numpy.prod(sample)
    inputs = torch.from_numpy(numpy.float32(1.7) * numbers(f"inputs{step + DRAWS.get(name, 0)}", count))
    labels = torch.tensor([(7 * i + 3 * step + 3) % CLASSES for i in range(BATCH)])
    return inputs.reshape(BATCH, *sample).to(precision), labels


def loss_of(output, labels, smoothing=0.0):
    def loss(logits):
        return F.cross_entropy(logits, labels, reduction="sum", label_smoothing=smoothing)
    if isinstance(output, torch.Tensor):
        return loss(output)
    return loss(output.logits) + 0.3 * (loss(output.aux_logits1) + loss(output.aux_logits2))


def one_step(model, inputs, labels, smoothing=0.0):
    model.zero_grad()
    output = model(inputs)
    loss = loss_of(output, labels, smoothing)
    loss.backward()
    result = {"logits": output if isinstance(output, torch.Tensor) else output.logits, "loss": loss.reshape(1)}
    for name, parameter in model.named_parameters():
        result[f"gradient/{name}"] = sketch(parameter.grad)
    return result


def write_step(file, result, prefix=""):
    for name, value in result.items():
        write(file, prefix + name, value)


def write_model(file, name):
    precision = torch.float32 if name in VGG else torch.float64
    model = make(name, CLASSES)
    steady = name not in UNSTEADY
    fill(model, steady)
    inputs, labels = data(name, 0, precision)
    model.eval()
    with torch.no_grad():
        logits = model.to(precision)(inputs)
    model.float()
    write(file, "evaluation/logits", logits)
    write(file, "evaluation/loss", loss_of(logits, labels).reshape(1))
    model.train()
    own = one_step(model, inputs.float(), labels) if precision == torch.float64 else {}
    fill(model, steady)
    model.to(precision)
    step = one_step(model, inputs, labels)
    write_step(file, step)
    for key, value in own.items():
        if key.startswith("gradient/"):
            write(file, key.replace("gradient", "own"), (value.double() - step[key]).norm().reshape(1))
    for buffer, value in model.named_buffers():
        write(file, f"buffer/{buffer}", value)
    if name == "resnet20":
        write_step(file, one_step(model, inputs, labels, 0.1), "smoothed/")
    for optimizer_name in OPTIMIZERS if name in OPTIMIZED else ():
        fill(model, steady=False)
        optimizer = OPTIMIZERS[optimizer_name](model.parameters())
        for step in range(STEPS):
            inputs, labels = data(name, step, precision)
            optimizer.zero_grad()
            (loss_of(model(inputs), labels) / BATCH).backward()
            optimizer.step()
        for parameter, value in model.named_parameters():
            write(file, f"{optimizer_name}/{parameter}", sketch(value))


def main():
    folder = sys.argv[1]
    os.makedirs(folder, exist_ok=True)
    # The weights are overwritten: nobody needs to wait for their initialisation.
    for function in ("kaiming_normal_", "kaiming_uniform_", "uniform_", "normal_", "trunc_normal_"):
        setattr(torch.nn.init, function, lambda tensor, *_, **__: tensor)
    for name in sys.argv[2:] or MODELS:
        path = os.path.join(folder, name + ".tensors")
        with open(path + ".new", "wb") as file:
            write_model(file, name)
        os.replace(path + ".new", path)


if __name__ == "__main__":
    main()
