#!/usr/bin/python3
# SPDX-FileCopyrightText: The Lockstep authors
# SPDX-License-Identifier: Apache-2.0
"""What torchvision makes of pictures: torchvision_oracle.py REQUESTS OUTPUT

REQUESTS has one line a picture, fields separated by tabs:
    evaluate  SIDE  RESIZE  FILE
    crop      SIDE  X  Y  WIDTH  HEIGHT  FLIP  FILE
    whole     FILE
    small     SIDE  FILE
OUTPUT gets float32 tensors of the first two, normalised by ImageNet's figures; of `whole` and of `small` (the whole
picture, its longest side resized to SIDE), width and height as int32 and the RGB bytes; or, where Pillow refuses the picture, nothing but -1 as int32 (NaN for tensors).
"""
import sys

import numpy
import torch
import torchvision.transforms as transforms
import torchvision.transforms.functional as functional
from PIL import Image

NORMALISE = transforms.Normalize([0.485, 0.456, 0.406], [0.229, 0.224, 0.225])


def load(path):
    # torchvision.datasets.folder.pil_loader
    with open(path, "rb") as file:
        return Image.open(file).convert("RGB")


def answer(fields):
    picture = load(fields[-1])
    if fields[0] == "small" and max(picture.size) > int(fields[1]):
        factor = int(fields[1]) / max(picture.size)
        picture = picture.resize([max(1, round(side * factor)) for side in picture.size], Image.BILINEAR)
    if fields[0] in ("whole", "small"):
        pixels = numpy.asarray(picture)
        return numpy.array(picture.size, numpy.int32).tobytes() + pixels.tobytes()
    side = int(fields[1])
    if fields[0] == "evaluate":
        picture = functional.center_crop(functional.resize(picture, int(fields[2])), side)
    else:
        x, y, width, height, flip = map(int, fields[2:7])
        picture = functional.resized_crop(picture, y, x, height, width, [side, side])
        if flip:
            picture = functional.hflip(picture)
    return NORMALISE(functional.to_tensor(picture)).numpy().tobytes()


def main():
    torch.set_num_threads(1)
    with open(sys.argv[1], encoding="utf-8") as requests, open(sys.argv[2], "wb") as output:
        for line in requests:
            fields = line.rstrip("\n").split("\t")
            try:
                output.write(answer(fields))
            except OSError as error:
                print(f"{fields[-1]}: {error}", file=sys.stderr)
                empty = numpy.int32(-1) if fields[0] in ("whole", "small") else numpy.float32("nan")
                output.write(empty.tobytes())


main()
