#!/usr/bin/python3
# SPDX-FileCopyrightText: The Lockstep authors
# SPDX-License-Identifier: Apache-2.0
"""cifar_batches.py SHEETS FOLDER: makes CIFAR-10's binary batches in FOLDER of sheets on which each row of pixels is
one picture of 32 x 32, and a text file of labels: the first 3200 pictures to train, 800 to test."""
import pathlib
import sys

import numpy
from PIL import Image

TRAINED, TESTED, BATCHES = 3200, 800, 5


def main(sheets, folder):
    rows = [numpy.asarray(Image.open(sheet).convert("RGB")) for sheet in sorted(sheets.glob("*.png"))]
    pictures = numpy.concatenate(rows)  # picture, pixel, channel
    labels = numpy.array((next(sheets.glob("*labels.txt"))).read_text().split(), dtype=numpy.uint8)
    if len(pictures) < TRAINED + TESTED or len(labels) < TRAINED + TESTED:
        sys.exit(f"{sheets}: found {len(pictures)} pictures and {len(labels)} labels, expected {TRAINED + TESTED}")
    records = numpy.concatenate([labels[: len(pictures), None], pictures.transpose(0, 2, 1).reshape(len(pictures), -1)], 1)
    folder.mkdir(parents=True, exist_ok=True)
    for number, batch in enumerate(numpy.split(records[:TRAINED], BATCHES), 1):
        (folder / f"data_batch_{number}.bin").write_bytes(batch.tobytes())
    (folder / "test_batch.bin").write_bytes(records[TRAINED : TRAINED + TESTED].tobytes())


if len(sys.argv) != 3:
    sys.exit(__doc__)
main(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]))
