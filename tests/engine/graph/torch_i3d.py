# SPDX-FileCopyrightText: The Lockstep authors
# SPDX-License-Identifier: Apache-2.0
"""I3D written out in PyTorch, for comparison: the network of Carreira and Zisserman, "Quo vadis, action recognition?",
2017, with the module names of its widely used PyTorch port."""

import torch
from torch import nn
from torch.nn import functional as F

# Table 1 of "Going deeper with convolutions": 1x1; 3x3 reduced from; 3x3; 5x5 reduced from; 5x5; after pooling.
TABLE = {
    "Mixed_3b": (64, 96, 128, 16, 32, 32),
    "Mixed_3c": (128, 128, 192, 32, 96, 64),
    "Mixed_4b": (192, 96, 208, 16, 48, 64),
    "Mixed_4c": (160, 112, 224, 24, 64, 64),
    "Mixed_4d": (128, 128, 256, 24, 64, 64),
    "Mixed_4e": (112, 144, 288, 32, 64, 64),
    "Mixed_4f": (256, 160, 320, 32, 128, 128),
    "Mixed_5b": (256, 160, 320, 32, 128, 128),
    "Mixed_5c": (384, 192, 384, 48, 128, 128),
}


def padded(x, kernel, stride, value):
    """TensorFlow's "SAME": what ceil(size / stride) windows need, the odd one at the end."""
    amounts = []
    for size, k, s in reversed(list(zip(x.shape[2:], kernel, stride))):
        needed = max((-(-size // s) - 1) * s + k - size, 0)
        amounts += [needed // 2, needed - needed // 2]
    return F.pad(x, amounts, value=value)


class SameConvolution(nn.Conv3d):
    def forward(self, x):
        return super().forward(padded(x, self.kernel_size, self.stride, 0.0))


class SamePool(nn.MaxPool3d):
    def forward(self, x):
        return super().forward(padded(x, self.kernel_size, self.stride, -float("inf")))


class Unit(nn.Module):
    def __init__(self, inputs, outputs, kernel=1, stride=1):
        super().__init__()
        self.conv3d = SameConvolution(inputs, outputs, (kernel,) * 3, (stride,) * 3, bias=False)
        self.bn = nn.BatchNorm3d(outputs, eps=0.001, momentum=0.01)

    def forward(self, x):
        return F.relu(self.bn(self.conv3d(x)))


class Mixed(nn.Module):
    def __init__(self, inputs, widths):
        super().__init__()
        self.b0 = Unit(inputs, widths[0])
        self.b1a = Unit(inputs, widths[1])
        self.b1b = Unit(widths[1], widths[2], 3)
        self.b2a = Unit(inputs, widths[3])
        self.b2b = Unit(widths[3], widths[4], 3)
        self.b3a = SamePool((3, 3, 3), (1, 1, 1))
        self.b3b = Unit(inputs, widths[5])

    def forward(self, x):
        return torch.cat([self.b0(x), self.b1b(self.b1a(x)), self.b2b(self.b2a(x)), self.b3b(self.b3a(x))], 1)


class Logits(nn.Module):
    def __init__(self, classes):
        super().__init__()
        self.conv3d = nn.Conv3d(1024, classes, 1)

    def forward(self, x):
        return self.conv3d(x)


class I3d(nn.Module):
    def __init__(self, classes, channels=3):
        super().__init__()
        self.Conv3d_1a_7x7 = Unit(channels, 64, 7, 2)
        self.MaxPool3d_2a_3x3 = SamePool((1, 3, 3), (1, 2, 2))
        self.Conv3d_2b_1x1 = Unit(64, 64)
        self.Conv3d_2c_3x3 = Unit(64, 192, 3)
        self.MaxPool3d_3a_3x3 = SamePool((1, 3, 3), (1, 2, 2))
        width = 192
        for name, widths in TABLE.items():
            if name == "Mixed_4b":
                self.MaxPool3d_4a_3x3 = SamePool((3, 3, 3), (2, 2, 2))
            if name == "Mixed_5b":
                self.MaxPool3d_5a_2x2 = SamePool((2, 2, 2), (2, 2, 2))
            setattr(self, name, Mixed(width, widths))
            width = widths[0] + widths[2] + widths[4] + widths[5]
        self.dropout = nn.Dropout(0.5)
        self.logits = Logits(classes)

    def forward(self, x):
        for name, module in self.named_children():
            if name not in ("dropout", "logits"):
                x = module(x)
        x = F.avg_pool3d(x, (min(2, x.shape[2]), *x.shape[3:]), 1)
        return self.logits(self.dropout(x)).mean((2, 3, 4))
