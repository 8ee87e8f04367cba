#!/usr/bin/python3
# SPDX-FileCopyrightText: The Lockstep authors
# SPDX-License-Identifier: Apache-2.0
"""Training images per second of a model of the zoo in PyTorch, as one JSON line like train_benchmark's.

usage: torch_peer.py MODEL BATCH THREADS SECONDS nchw|nhwc

One step is: gradients to none, forward, cross-entropy, backward, SGD, on a fixed batch in memory.
"""
import json
import os
import statistics
import sys
import time

model_name, batch, threads, seconds, layout = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), float(sys.argv[4]), sys.argv[5]
os.environ["OMP_NUM_THREADS"] = str(threads)

import torch  # noqa: E402 (it reads the environment when imported)
import torch.nn.functional as F  # noqa: E402

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../../engine/compute"))
import torch_reference  # noqa: E402


def main():
    torch.set_num_threads(threads)
    torch.manual_seed(1)
    model = {"mnist-cnn": torch_reference.mnist_cnn, "lenet": torch_reference.lenet}[model_name]()
    inputs = torch.rand(batch, 1, 28, 28) * 2 - 1
    labels = torch.randint(0, 10, (batch,))
    if layout == "nhwc":
        model = model.to(memory_format=torch.channels_last)
        inputs = inputs.to(memory_format=torch.channels_last)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
    wall, cpu, loss = [], [], 0.0
    start = time.perf_counter()
    while time.perf_counter() - start < seconds:
        wall_start, cpu_start = time.perf_counter(), time.process_time()
        optimizer.zero_grad(set_to_none=True)
        result = F.cross_entropy(model(inputs), labels)
        result.backward()
        optimizer.step()
        loss = result.item()
        wall.append(time.perf_counter() - wall_start)
        cpu.append(time.process_time() - cpu_start)
    print(json.dumps({"case": model_name, "threads": threads, "steps": len(wall),
                      "img_s": round(batch / statistics.median(wall)), "img_s_best": round(batch / min(wall)),
                      "img_s_cpu": round(batch / statistics.median(cpu)), "loss": round(loss, 4)}))


if __name__ == "__main__":
    main()
