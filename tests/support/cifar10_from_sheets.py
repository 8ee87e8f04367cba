# SPDX-FileCopyrightText: The Lockstep authors
# SPDX-License-Identifier: Apache-2.0
"""Turns PNG sheets (each row of 1024 pixels is one picture of 32 x 32) and a list of labels into CIFAR-10's binary
version: all of them as test_batch.bin.

    cifar10_from_sheets.py SHEETS FOLDER
"""
import pathlib
import sys

import numpy
from PIL import Image

SIDE = 32


def main():
    sheets, folder = map(pathlib.Path, sys.argv[1:])
    labels = [int(label) for label in (sheets / "first4000_labels.txt").read_text().replace(",", " ").split()]
    rows = numpy.concatenate([numpy.asarray(Image.open(sheets / f"cifar10_batch_{i}.png").convert("RGB"))
                              for i in range(4)])
    assert rows.shape == (len(labels), SIDE * SIDE, 3), rows.shape
    with open(folder / "test_batch.bin", "wb") as file:
        for label, row in zip(labels, rows):
            file.write(bytes([label]) + row.T.tobytes())


main()
