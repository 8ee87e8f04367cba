#!/usr/bin/python3
# SPDX-FileCopyrightText: The Lockstep authors
# SPDX-License-Identifier: Apache-2.0
"""Training images per second of a model in PyTorch, as one JSON line like train_benchmark's.

usage: torch_peer.py eager|compiled MODEL BATCH SIZE f32|bf16 THREADS SECONDS nchw|nhwc

One step is: gradients to none, forward (bf16: in autocast), cross-entropy, backward, SGD with momentum, on a fixed
batch in memory. Compiled: the model by torch.compile, with its first steps not counted.
"""
import json
import os
import resource
import statistics
import sys
import time

way, model_name, batch, size, precision, threads, seconds, layout = sys.argv[1:]
batch, size, threads, seconds = int(batch), int(size), int(threads), float(seconds)
# PyTorch's own choice counts "physical" cores, and is 1 on many virtual machines with 2.
os.environ["OMP_NUM_THREADS"] = str(threads)

import torch  # noqa: E402 (it reads the environment when imported)
import torch.nn.functional as F  # noqa: E402
import torchvision.models  # noqa: E402

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../../engine/compute"))
import torch_reference  # noqa: E402

WARM_UP = 2
LEAST_STEPS = 3


def make_model(classes):
    if model_name == "mnist-cnn":
        return torch_reference.mnist_cnn()
    if model_name == "lenet":
        return torch_reference.lenet()
    return getattr(torchvision.models, model_name)(num_classes=classes)


def main():
    torch.set_num_threads(threads)
    torch.set_num_interop_threads(1)
    torch.manual_seed(1)
    channels, classes = (1 if size == 28 else 3), (10 if size < 64 else 1000)
    model = make_model(classes).train()
    inputs = torch.randn(batch, channels, size, size)
    labels = torch.randint(0, classes, (batch,))
    if layout == "nhwc":
        model = model.to(memory_format=torch.channels_last)
        inputs = inputs.to(memory_format=torch.channels_last)
    if way == "compiled":
        model = torch.compile(model)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01, momentum=0.9)

    def step():
        optimizer.zero_grad(set_to_none=True)
        with torch.autocast("cpu", dtype=torch.bfloat16, enabled=precision == "bf16"):
            logits = model(inputs)
        loss = F.cross_entropy(logits.float(), labels)
        loss.backward()
        optimizer.step()
        return loss.item()

    for _ in range(WARM_UP):
        step()
    wall, cpu, loss = [], [], 0.0
    start = time.perf_counter()
    while time.perf_counter() - start < seconds or len(wall) < LEAST_STEPS:
        wall_start, cpu_start = time.perf_counter(), time.process_time()
        loss = step()
        wall.append(time.perf_counter() - wall_start)
        cpu.append(time.process_time() - cpu_start)
    print(json.dumps({"model": model_name, "threads": threads, "steps": len(wall),
                      "img_s": round(batch / statistics.median(wall), 2), "img_s_best": round(batch / min(wall), 2),
                      "img_s_cpu": round(batch / statistics.median(cpu), 2), "loss": round(loss, 4),
                      "peak_rss_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024}))


if __name__ == "__main__":
    main()
