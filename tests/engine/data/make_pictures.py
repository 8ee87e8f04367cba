#!/usr/bin/python3
# SPDX-FileCopyrightText: The Lockstep authors
# SPDX-License-Identifier: Apache-2.0
"""Small pictures in the formats that are seldom met: make_pictures.py FOLDER"""
import pathlib
import subprocess
import sys

import numpy
from PIL import Image

FOLDER = pathlib.Path(sys.argv[1])
random = numpy.random.default_rng(5)
ramp = numpy.add.outer(numpy.arange(37) * 3, numpy.arange(53) * 2)
rgb = numpy.stack([ramp, 255 - ramp, random.integers(0, 256, ramp.shape)], -1).astype(numpy.uint8)
picture = Image.fromarray(rgb)


def save(image, name, **options):
    image.save(FOLDER / name, **options)


def magick(name, *options):
    subprocess.run(["convert", str(FOLDER / "rgb.png"), *options, str(FOLDER / name)], check=True, timeout=30)


save(picture, "rgb.png")
save(picture.convert("L"), "gray.png")
save(picture.convert("1"), "black-and-white.png")
save(picture.convert("P"), "palette.png")
save(picture.convert("P"), "palette-transparent.png", transparency=3)
save(picture.convert("P", palette=Image.Palette.ADAPTIVE, colors=4), "palette-of-4.png", bits=2)
alpha = picture.convert("RGBA")
alpha.putalpha(Image.fromarray(random.integers(0, 256, ramp.shape).astype(numpy.uint8)))
save(alpha, "alpha.png")
save(alpha.convert("LA"), "gray-alpha.png")
save(Image.fromarray((ramp * 3).astype(numpy.uint16)), "gray-16.png")
magick("rgb-16.png", "-depth", "16", "-evaluate", "multiply", "0.7071", "-define", "png:bit-depth=16")
magick("alpha-16.png", "-alpha", "set", "-channel", "A", "-evaluate", "set", "40%", "+channel", "-define",
       "png:bit-depth=16")
magick("interlaced.png", "-interlace", "PNG")
magick("gray-4-bits.png", "-colorspace", "gray", "-define", "png:color-type=0", "-define", "png:bit-depth=4")
for name, options in {"444": {"subsampling": 0}, "422": {"subsampling": 1}, "420": {"subsampling": 2},
                      "progressive": {"progressive": True}, "worst": {"quality": 5}}.items():
    save(picture, f"{name}.jpg", **options)
save(picture, "jpeg-named.png", format="JPEG")
save(picture.convert("CMYK"), "cmyk.jpg")
save(picture.crop((0, 0, 1, 1)), "one-pixel.jpg")
turned = Image.Exif()
turned[0x0112] = 6  # orientation: Pillow leaves the pixels where they are
save(picture, "turned.jpg", exif=turned)
