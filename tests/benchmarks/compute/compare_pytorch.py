#!/usr/bin/python3
# SPDX-FileCopyrightText: The Lockstep authors
# SPDX-License-Identifier: Apache-2.0
"""Training speed and memory against PyTorch on the same machine in the same minutes: a line and ratios per case.

usage: tests/benchmarks/compare_pytorch [BUILD_FOLDER] [--only REGEX] [--rounds 5] [--seconds 4] [--threads 2]
                                        [--figure img_s] [--json]

Each round runs, one after the other, this engine and PyTorch, stock and, where libjemalloc.so.2 is installed, with
jemalloc keeping its pages (PyTorch's usual tuning). The first round tries PyTorch's two memory layouts, the others
stay with the quicker one. Ratios are of medians over the rounds. PyTorch's BLAS should be OpenBLAS (package
libopenblas0-pthread). Close other programs first: wall time is measured. --figure img_s_best takes each run's
fastest step, img_s_cpu the images per second of processor time (with --threads 1 fair on a busy machine).
"""
import argparse
import collections
import json
import os
import re
import statistics
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))
PYTHON = "/usr/bin/python3"
JEMALLOC = "/usr/lib/x86_64-linux-gnu/libjemalloc.so.2"
ALLOCATORS = {"stock": {}, "jemalloc": {"LD_PRELOAD": JEMALLOC,
                                        "MALLOC_CONF": "dirty_decay_ms:-1,muzzy_decay_ms:-1"}}
LAYOUTS = ("nhwc", "nchw")

Case = collections.namedtuple("Case", "name model batch size precision goals busy", defaults=[False])
CASES = (
    Case("resnet18-224-f32", "resnet18", 32, 224, "f32", (1.3, 1.0)),
    Case("resnet18-224-bf16", "resnet18", 32, 224, "bf16", (1.7, 1.3)),
    Case("resnet18-32-f32", "resnet18", 128, 32, "f32", (1.2, 1.1)),
    Case("resnet18-32-bf16", "resnet18", 128, 32, "bf16", (1.2, 1.1)),
    Case("alexnet-224-f32", "alexnet", 32, 224, "f32", (1.2, 1.1)),
    Case("shufflenet-224-f32", "shufflenet_v2_x0_5", 32, 224, "f32", (1.2, 1.1)),
    Case("lenet-f32", "lenet", 64, 28, "f32", (2.5, 2.0)),
    Case("mnist-cnn-f32", "mnist-cnn", 100, 28, "f32", (2.5, 2.0)),
    Case("resnet18-224-bf16-busy", "resnet18", 32, 224, "bf16", (3.0, None), True),
)
MEMORY_CASES = ("resnet18-224-f32", "resnet18-224-bf16")
MEMORY_GOAL = 0.7
DECODE_GOAL = 1.9


def run(command, environment=None):
    result = subprocess.run(command, env={**os.environ, **(environment or {})}, capture_output=True, text=True,
                            timeout=600)
    lines = [line for line in result.stdout.splitlines() if line.startswith("{")]
    if result.returncode != 0 or not lines:
        sys.exit(f"{' '.join(command)} failed: {result.stderr.strip()}")
    return json.loads(lines[-1])


class Neighbour:
    """Another process that keeps one core busy, while it is needed."""

    def __init__(self, needed):
        self.process = subprocess.Popen([PYTHON, "-c", "while True: pass"]) if needed else None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process:
            self.process.kill()
            self.process.wait()


def report(arguments, line, text):
    print(json.dumps(line) if arguments.json else text, flush=True)


def verdict(value, goal, more=True):
    return "" if goal is None else f" (goal {goal}{'' if (value >= goal) == more else ', MISSED'})"


def measure(arguments, case):
    """Figures of every round: {"lockstep": [...], "stock": {"nhwc": [...], ...}, ...}, each a decoded line."""
    settings = [case.model, str(case.batch), str(case.size), case.precision, str(arguments.threads),
                str(arguments.seconds)]
    ours, peers = [], {}
    layouts = {allocator: LAYOUTS for allocator in ALLOCATORS}
    with Neighbour(case.busy):
        for _ in range(arguments.rounds):
            ours.append(run([arguments.binary] + settings))
            for allocator, environment in ALLOCATORS.items():
                if allocator != "stock" and (case.goals[1] is None or not os.path.exists(JEMALLOC)):
                    continue
                for layout in layouts[allocator]:
                    command = [PYTHON, os.path.join(HERE, "torch_peer.py")] + settings + [layout]
                    peers.setdefault(allocator, {}).setdefault(layout, []).append(run(command, environment))
                best = max(peers[allocator], key=lambda name: peers[allocator][name][0][arguments.figure])
                layouts[allocator] = (best,)
    return ours, {name: found[layouts[name][0]] for name, found in peers.items()}, layouts


def compare(arguments, case):
    ours, peers, layouts = measure(arguments, case)
    speed = statistics.median(line[arguments.figure] for line in ours)
    line = {"case": case.name, "batch": case.batch, "threads": arguments.threads, "figure": arguments.figure,
            "lockstep": round(speed, 2)}
    text = f"{case.name:24s} lockstep {speed:9.1f} img/s"
    for (name, lines), goal in zip(peers.items(), case.goals):
        peer = statistics.median(each[arguments.figure] for each in lines)
        line.update({f"torch {name} {layouts[name][0]}": round(peer, 2), f"ratio {name}": round(speed / peer, 2)})
        text += f" | {name} {layouts[name][0]} {peer:9.1f}  ratio {speed / peer:.2f}{verdict(speed / peer, goal)}"
    report(arguments, line, text)
    if case.name in MEMORY_CASES:
        memory = statistics.median(each["peak_rss_mb"] for each in ours)
        line, text = {"case": f"{case.name}-memory", "lockstep": memory}, f"{case.name + ' peak MiB':24s} lockstep {memory:9.0f}      "
        for name, lines in peers.items():
            peer = statistics.median(each["peak_rss_mb"] for each in lines)
            line.update({f"torch {name}": peer, f"ratio {name}": round(memory / peer, 2)})
            goal = MEMORY_GOAL if name == "stock" else None
            text += f" | {name} {peer:9.0f}  ratio {memory / peer:.2f}{verdict(memory / peer, goal, more=False)}"
        report(arguments, line, text)


def compare_decoding(arguments):
    """The data's own comparison, with this one's rounds; it prints its lines itself."""
    program = os.path.join(os.path.dirname(HERE), "data", "compare_torchvision.py")
    if not os.path.exists(os.path.join(arguments.build, "bin", "loader_benchmark")):
        sys.exit(f"{arguments.build}/bin/loader_benchmark is missing: build the target loader_benchmark first")
    subprocess.run([PYTHON, program, "--build", arguments.build, "--rounds", str(arguments.rounds),
                    "--goal", str(DECODE_GOAL)], check=False, timeout=600)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", nargs="?", default=os.path.join(ROOT, "build", "release"))
    parser.add_argument("--only", default=".", help="cases whose names match")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=4.0)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--figure", default="img_s", choices=("img_s", "img_s_best", "img_s_cpu"))
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    arguments.binary = os.path.join(arguments.build, "bin", "train_benchmark")
    if not os.path.exists(arguments.binary):
        sys.exit(f"{arguments.binary} is missing: build the target train_benchmark first")
    for case in CASES:
        if re.search(arguments.only, case.name):
            compare(arguments, case)
    if re.search(arguments.only, "jpeg"):
        compare_decoding(arguments)


if __name__ == "__main__":
    main()
