#!/usr/bin/python3
# SPDX-FileCopyrightText: The Lockstep authors
# SPDX-License-Identifier: Apache-2.0
"""What Pillow and torchvision make of the frames of clips: clips_oracle.py REQUESTS OUTPUT

REQUESTS has one line a frame, fields separated by tabs:
    MODE  RESIZE  SIDE  X  Y  FLIP  FILE
MODE is `colour` (three planes), `gray` or `negative` (one). X and Y may be `middle`. OUTPUT gets float32 values from
-1 to 1. With `solid FOLDER COUNT WIDTH HEIGHT` as a line, makes frames of one gray level each instead: 3 * number.
"""
import sys

from PIL import Image, ImageOps


def answer(mode, resize, side, x, y, flip, path):
    import torchvision.transforms.functional as functional  # takes its time

    with open(path, "rb") as file:
        picture = Image.open(file).convert("RGB" if mode == "colour" else "L")
    picture = functional.resize(picture, int(resize))
    side = int(side)
    if x == "middle":
        picture = functional.center_crop(picture, side)
    else:
        picture = picture.crop((int(x), int(y), int(x) + side, int(y) + side))
    if flip == "1":
        picture = ImageOps.mirror(picture)
    if mode == "negative":
        picture = ImageOps.invert(picture)
    return (functional.to_tensor(picture) * 2 - 1).numpy().tobytes()


def main():
    with open(sys.argv[1], encoding="utf-8") as requests, open(sys.argv[2], "wb") as output:
        for line in requests:
            fields = line.rstrip("\n").split("\t")
            if fields[0] == "solid":
                folder, count, width, height = fields[1], *map(int, fields[2:])
                for i in range(count):
                    Image.new("L", (width, height), 3 * i).save(f"{folder}/{i + 1:05}.png")
            else:
                output.write(answer(*fields))


main()
