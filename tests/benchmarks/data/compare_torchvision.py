#!/usr/bin/python3
# SPDX-FileCopyrightText: The Lockstep authors
# SPDX-License-Identifier: Apache-2.0
"""JPEG decoding and augmentation beside torchvision's, in images per second of processor time:

    compare_torchvision.py [--build BUILD] [--pictures FOLDER] [--rounds N] [--goal RATIO]

Each picture gives a random resized crop of 224 x 224, flipped half of the times, as normalised float planes. The
pictures (standard: those of ../shared/data/imagenet-sample) are re-encoded at 500 x 375, 4:2:0, about 98 kB each,
the size of ImageNet's. Rounds alternate between the loader, torchvision with Pillow, and torchvision with
decode_jpeg and tensor transforms, each on one thread; medians are compared. Ends with 1 when the ratio to the
quicker peer is below the goal.
"""
import argparse
import io
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

import torch
import torchvision.io
import torchvision.transforms as transforms
from PIL import Image

ROOT = pathlib.Path(__file__).resolve().parents[3]
FIGURES = [0.485, 0.456, 0.406], [0.229, 0.224, 0.225]
WITH_PILLOW = transforms.Compose([transforms.RandomResizedCrop(224), transforms.RandomHorizontalFlip(),
                                  transforms.ToTensor(), transforms.Normalize(*FIGURES)])
WITH_TENSORS = transforms.Compose([transforms.RandomResizedCrop(224, antialias=True),
                                   transforms.RandomHorizontalFlip(),
                                   transforms.ConvertImageDtype(torch.float), transforms.Normalize(*FIGURES)])


def make_pictures(source, folder):
    for part in ("train", "val"):
        (folder / part / "class").mkdir(parents=True)
    number = 0
    for path in sorted(source.iterdir()):
        picture = Image.open(path).convert("RGB")
        if min(picture.size) < 200:
            continue
        picture = picture.resize((500, 375), Image.BICUBIC)
        for quality in range(80, 100, 2):
            buffer = io.BytesIO()
            picture.save(buffer, "JPEG", quality=quality, subsampling=2)
            if buffer.tell() > 90_000:
                break
        (folder / f"train/class/{number:03}.jpg").write_bytes(buffer.getvalue())
        number += 1
        if number == 64:
            break
    (folder / "val/class/000.jpg").write_bytes((folder / "train/class/000.jpg").read_bytes())


def with_pillow(data):
    return WITH_PILLOW(Image.open(io.BytesIO(data)).convert("RGB"))


def with_tensors(data):
    return WITH_TENSORS(torchvision.io.decode_jpeg(torch.frombuffer(bytearray(data), dtype=torch.uint8)))


def peer_rate(read, files):
    begin = time.process_time()
    for data in files:
        read(data)
    return len(files) / (time.process_time() - begin)


def own_rate(program):
    program.stdin.write("\n")
    program.stdin.flush()
    images, seconds = program.stdout.readline().split()
    return int(images) / float(seconds)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build/release")
    parser.add_argument("--pictures", type=pathlib.Path, default=ROOT.parent / "shared/data/imagenet-sample")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--goal", type=float, default=1.9)
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        make_pictures(arguments.pictures, folder)
        files = [path.read_bytes() for path in sorted((folder / "train/class").iterdir())]
        size = sum(map(len, files)) / len(files)
        program = subprocess.Popen([arguments.build / "bin/loader_benchmark", folder], text=True,
                                   stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        rates = {"lockstep": [], "torchvision, Pillow": [], "torchvision, decode_jpeg": []}
        for warm in range(arguments.rounds + 1):
            measured = (own_rate(program), peer_rate(with_pillow, files), peer_rate(with_tensors, files))
            for name, rate in zip(rates, measured):
                if warm > 0:
                    rates[name].append(rate)
        program.stdin.close()
        program.wait(timeout=30)
    medians = {name: statistics.median(values) for name, values in rates.items()}
    print(f"{len(files)} pictures of 500x375, {size / 1000:.0f} kB on average, {arguments.rounds} rounds; "
          "images/s of one core's time:")
    for name, median in medians.items():
        print(f"  {name:26} {median:7.0f}   lockstep / this: {medians['lockstep'] / median:.2f}")
    ratio = medians["lockstep"] / max(list(medians.values())[1:])
    print(f"ratio to the quicker peer {ratio:.2f}, goal {arguments.goal}")
    sys.exit(0 if ratio >= arguments.goal else 1)


main()
