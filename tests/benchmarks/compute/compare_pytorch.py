#!/usr/bin/python3
# SPDX-FileCopyrightText: The Lockstep authors
# SPDX-License-Identifier: Apache-2.0
"""Training images per second against PyTorch on the same machine in the same minutes.

usage: compare_pytorch.py TRAIN_BENCHMARK [--rounds 5] [--seconds 2] [--threads 1,2] [--figure img_s]

Each round runs, one after the other, this engine and PyTorch with both memory layouts, stock and, where
libjemalloc.so.2 is installed, with jemalloc keeping its pages (PyTorch's usual tuning). Ratios are of medians over
the rounds, against PyTorch's better layout. PyTorch's BLAS should be OpenBLAS (package libopenblas0-pthread).
--figure img_s_best takes each run's fastest step, img_s_cpu the images per second of processor time: with one
thread the fair figure on a busy machine.
"""
import argparse
import json
import os
import statistics
import subprocess
import sys

CASES = (("mnist-cnn", 100), ("lenet", 64))
HERE = os.path.dirname(os.path.abspath(__file__))
JEMALLOC = "/usr/lib/x86_64-linux-gnu/libjemalloc.so.2"


def run(command, environment, figure):
    result = subprocess.run(command, env={**os.environ, **environment}, capture_output=True, text=True, timeout=120)
    lines = [line for line in result.stdout.splitlines() if line.startswith("{")]
    if result.returncode != 0 or not lines:
        sys.exit(f"{' '.join(command)} failed: {result.stderr.strip()}")
    return json.loads(lines[-1])[figure]


def variants(binary, model, batch, threads, seconds):
    case = [model, str(batch), str(threads), str(seconds)]
    peer = ["/usr/bin/python3", os.path.join(HERE, "torch_peer.py")] + case
    yield "lockstep", [binary] + case, {}
    for layout in ("nchw", "nhwc"):
        yield f"torch {layout}", peer + [layout], {}
        if os.path.exists(JEMALLOC):
            yield f"torch+jemalloc {layout}", peer + [layout], {
                "LD_PRELOAD": JEMALLOC, "MALLOC_CONF": "dirty_decay_ms:-1,muzzy_decay_ms:-1"}


def compare(arguments, model, batch, threads):
    figures = {}
    for _ in range(arguments.rounds):
        for name, command, environment in variants(arguments.binary, model, batch, threads, arguments.seconds):
            figures.setdefault(name, []).append(run(command, environment, arguments.figure))
    medians = {name: statistics.median(values) for name, values in figures.items()}
    line = {"case": model, "batch": batch, "threads": threads, "figure": arguments.figure, **medians}
    for peer in ("torch", "torch+jemalloc"):
        best = max((value for name, value in medians.items() if name.startswith(peer + " ")), default=None)
        if best:
            line[f"ratio to {peer}"] = round(medians["lockstep"] / best, 2)
    print(json.dumps(line), flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("binary")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--threads", default="1,2")
    parser.add_argument("--figure", default="img_s", choices=("img_s", "img_s_best", "img_s_cpu"))
    arguments = parser.parse_args()
    for threads in arguments.threads.split(","):
        for model, batch in CASES:
            compare(arguments, model, batch, int(threads))


if __name__ == "__main__":
    main()
