# SPDX-FileCopyrightText: The Lockstep authors
# SPDX-License-Identifier: Apache-2.0
"""Writes what PyTorch knows about the models of the zoo: torch_zoo.py OUTPUT.json MODELS.inl CIFAR_WEIGHTS.th

Of every model in the list that torchvision, torch_i3d.py or this script has: several cases (classes, sample shape) with the
state_dict's names and shapes, the output shape of every module and the multiply-adds. Of one model of each family
also a sample that is refused, the statistics of freshly initialised tensors, and how much is kept for backward. Cases
are computed on fake tensors, which have shapes but no content. The networks for CIFAR-10 are written out here and
must take the published weights."""

import json
import re
import sys
import warnings

import torch
import torchvision
from torch import nn
from torch._subclasses import FakeTensorMode
from torch.nn import functional as F

from torch_i3d import I3d

CIFAR = {"resnet8": 1, "resnet20": 3, "resnet32": 5, "resnet56": 9}
# The others of a family differ in depth alone: fewer cases do.
REPRESENTATIVE = ("alexnet", "vgg11_bn", "resnet18", "resnet50", "googlenet", "squeezenet1_1", "shufflenet_v2_x0_5",
               "mobilenet_v2", "convnext_tiny", "resnet20", "i3d")


class CifarBlock(nn.Module):
    def __init__(self, inputs, channels, stride):
        super().__init__()
        self.conv1 = nn.Conv2d(inputs, channels, 3, stride, 1, bias=False)
        self.bn1 = nn.BatchNorm2d(channels)
        self.conv2 = nn.Conv2d(channels, channels, 3, 1, 1, bias=False)
        self.bn2 = nn.BatchNorm2d(channels)
        self.fill = (channels - inputs) // 2

    def forward(self, x):
        shortcut = F.pad(x[:, :, ::2, ::2], (0, 0, 0, 0, self.fill, self.fill)) if self.fill else x
        x = self.bn2(self.conv2(F.relu(self.bn1(self.conv1(x)))))
        return F.relu(x + shortcut)


class CifarResnet(nn.Module):
    """He et al. 2015, section 4.2, with the names of the published weights."""

    def __init__(self, blocks, classes):
        super().__init__()
        self.conv1 = nn.Conv2d(3, 16, 3, 1, 1, bias=False)
        self.bn1 = nn.BatchNorm2d(16)
        for stage, (inputs, channels) in enumerate(((16, 16), (16, 32), (32, 64)), 1):
            parts = [CifarBlock(inputs if i == 0 else channels, channels, 2 if stage > 1 and i == 0 else 1)
                     for i in range(blocks)]
            setattr(self, f"layer{stage}", nn.Sequential(*parts))
        self.linear = nn.Linear(64, classes)
        for module in self.modules():
            if isinstance(module, (nn.Conv2d, nn.Linear)):
                nn.init.kaiming_normal_(module.weight)

    def forward(self, x):
        x = F.relu(self.bn1(self.conv1(x)))
        x = self.layer3(self.layer2(self.layer1(x)))
        return self.linear(x.mean((2, 3)))


class EmptyOutput(Exception):
    """Real tensors would have been refused."""


def make(name, classes, channels=3):
    if name == "i3d":
        return I3d(classes, channels)
    if name in CIFAR:
        model = CifarResnet(CIFAR[name], classes)
    else:
        options = {"init_weights": True} if name == "googlenet" else {}
        model = torchvision.models.get_model(name, num_classes=classes, **options)
    if channels != 3:
        for path, module in model.named_modules():
            if isinstance(module, nn.Conv2d):
                parent, _, own = path.rpartition(".")
                first = nn.Conv2d(channels, module.out_channels, module.kernel_size, module.stride, module.padding,
                                  bias=module.bias is not None)
                setattr(model.get_submodule(parent), own, first)
                break
    return model


def record(shapes, macs, name):
    def hook(module, inputs, output):
        shape = list(output.shape[1:])
        if 0 in shape:
            raise EmptyOutput
        # ConvNeXt's blocks compute with the channels last.
        if len(shape) == 3 and type(module) in (nn.LayerNorm, nn.Linear, nn.GELU):
            shape = [shape[2], shape[0], shape[1]]
        shapes[name] = shape
        if isinstance(module, (nn.Conv2d, nn.Conv3d)):
            macs[name] = output[0].numel() * module.weight[0].numel()
        elif isinstance(module, nn.Linear):
            macs[name] = output[0].numel() * module.in_features
    return hook


def case(name, classes, sample):
    shapes, macs = {}, {}
    with FakeTensorMode():
        model = make(name, classes, sample[0]).train(name == "googlenet")
        for path, module in model.named_modules():
            if not list(module.children()):
                module.register_forward_hook(record(shapes, macs, path))
        logits = model(torch.empty(2, *sample))
    if isinstance(logits, tuple):
        logits = logits[0]
    evaluated = {path: count for path, count in macs.items() if not path.startswith("aux")}
    return {"classes": classes, "sample": sample, "logits": list(logits.shape[1:]), "modules": shapes,
            "macs": sum(evaluated.values()),
            "state": [[key, list(value.shape)] for key, value in model.state_dict().items()],
            "trained": [key for key, _ in model.named_parameters()],
            "parameters": sum(p.numel() for key, p in model.named_parameters() if not key.startswith("aux")),
            "auxiliary": sum(p.numel() for key, p in model.named_parameters() if key.startswith("aux"))}


def refuses(name, side):
    try:
        case(name, 10, [3, side, side])
    except (RuntimeError, EmptyOutput):
        return True
    return False


def cases(name):
    if name == "i3d":
        chosen = [(400, [3, 64, 224, 224]), (101, [2, 16, 65, 112]), (7, [3, 19, 37, 46]), (3, [3, 1, 1, 1])]
        return {"cases": [case(name, *each) for each in chosen]}
    if name in CIFAR:
        chosen = [(10, [3, 32, 32])]
        if name in REPRESENTATIVE:
            chosen += [(100, [3, 33, 33]), (7, [1, 64, 64]), (3, [3, 1, 1])]
        return {"cases": [case(name, *each) for each in chosen]}
    weights = torchvision.models.get_model_weights(name).DEFAULT
    side = weights.meta["min_size"][0]
    chosen = [(10, [3, 96, 131])]
    if name in REPRESENTATIVE:
        chosen += [(1000, [3, 224, 224]), (7, [3, side, side]), (2, [1, 65, 64])]
    result = {"cases": [case(name, *each) for each in chosen], "published_parameters": weights.meta["num_params"]}
    if side > 1 and name in REPRESENTATIVE:
        assert refuses(name, side - 1), name
        result["too_small"] = side - 1
    return result


def saved_bytes(model):
    """What PyTorch keeps for the backward of two samples of 3x64x64 (x16 frames), parameters left out."""
    own = {tensor.data_ptr() for tensor in (*model.parameters(), *model.buffers())}
    kept = {}

    def keep(tensor):
        if tensor.data_ptr() not in own:
            storage = tensor.storage()
            kept[storage.data_ptr()] = storage.nbytes()
        return tensor

    with torch.autograd.graph.saved_tensors_hooks(keep, lambda tensor: tensor):
        frames = [16] if isinstance(model, I3d) else []
        logits = model.train()(torch.zeros(2, 3, *frames, 64, 64))
    total = sum(kept.values())
    del logits
    return total


def statistics(model):
    """Per tensor: elements, mean, deviation, kurtosis, largest magnitude (of the first million elements)."""
    result = {}
    for key, value in model.state_dict().items():
        numbers = value.flatten()[:1000000].double()
        count = numbers.numel()
        # trunc_normal_ gives the bound itself, 2, for about one in 2^24 numbers, where erfinv is infinite.
        numbers = numbers[numbers.abs() != 2]
        mean = numbers.mean()
        deviation = (numbers - mean).square().mean().sqrt()
        kurtosis = ((numbers - mean) / deviation).pow(4).mean() if deviation > 0 else torch.zeros(())
        result[key] = [count, mean.item(), deviation.item(), kurtosis.item(), numbers.abs().max().item()]
    return result


def check_published_weights(path):
    state = torch.load(path, map_location="cpu")["state_dict"]
    state = {key.removeprefix("module."): value for key, value in state.items()}
    missing, unexpected = CifarResnet(3, 10).load_state_dict(state, strict=False)
    assert not unexpected and all(key.endswith("num_batches_tracked") for key in missing), (missing, unexpected)
    return [[key, list(value.shape)] for key, value in state.items()]


def known_models(path):
    with open(path, encoding="utf-8") as file:
        names = re.findall(r'^LOCKSTEP_MODEL\("([^"]+)"', file.read(), re.MULTILINE)
    return [name for name in names if name in CIFAR or name == "i3d" or name in torchvision.models.list_models()]


def main(output, models, weights):
    warnings.simplefilter("ignore")
    torch.set_num_threads(1)
    document = {name: cases(name) for name in known_models(models)}
    for name in REPRESENTATIVE:
        torch.manual_seed(1)
        model = make(name, 10)
        document[name]["initial"] = statistics(model)
        document[name]["saved_bytes"] = saved_bytes(model)
    document["resnet20"]["published_state"] = check_published_weights(weights)
    with open(output, "w", encoding="utf-8") as file:
        json.dump(document, file)


if __name__ == "__main__":
    main(*sys.argv[1:])
