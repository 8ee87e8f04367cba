#!/usr/bin/python3
# SPDX-FileCopyrightText: The Lockstep authors
# SPDX-License-Identifier: Apache-2.0
"""Images per second of one core through torchvision's usual training transforms, as one JSON line.

usage: decode_peer.py FOLDER SECONDS

Every JPEG below the folder, from memory: decode, random resized crop to 224, flip, tensor, normalise.
"""
import glob
import io
import json
import os
import sys
import time

os.environ["OMP_NUM_THREADS"] = "1"

import torch  # noqa: E402 (it reads the environment when imported)
import torchvision.transforms as T  # noqa: E402
from PIL import Image  # noqa: E402


def main():
    torch.set_num_threads(1)
    folder, seconds = sys.argv[1], float(sys.argv[2])
    paths = sorted(p for p in glob.glob(os.path.join(folder, "**", "*"), recursive=True)
                   if p.lower().endswith((".jpg", ".jpeg")))
    files = [open(path, "rb").read() for path in paths]
    transform = T.Compose([T.RandomResizedCrop(224), T.RandomHorizontalFlip(), T.ToTensor(),
                           T.Normalize([0.485, 0.456, 0.406], [0.229, 0.224, 0.225])])
    count, start = 0, time.process_time()
    while time.process_time() - start < seconds:
        for file in files:
            transform(Image.open(io.BytesIO(file)).convert("RGB"))
            count += 1
    print(json.dumps({"images": len(files), "img_s": round(count / (time.process_time() - start), 1)}))


if __name__ == "__main__":
    main()
