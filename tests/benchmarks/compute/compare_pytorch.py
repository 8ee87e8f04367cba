#!/usr/bin/python3
# SPDX-FileCopyrightText: The Lockstep authors
# SPDX-License-Identifier: Apache-2.0
"""Training speed and memory against PyTorch on the same machine in the same minutes: a line and ratios per case.

usage: tests/benchmarks/compare_pytorch [BUILD_FOLDER] [--before BUILD_FOLDER] [--python PYTHON]... [--only REGEX]
                                        [--rounds 5] [--seconds 4] [--threads 2] [--figure img_s] [--json]

Each round runs, one after the other, this engine and its peers: Debian's PyTorch, and that of every --python (any
Python that can import torch and torchvision, such as a virtual environment's) both eager and compiled by
torch.compile. Each peer runs as it is (stock) and, where libjemalloc.so.2 is installed, with jemalloc keeping its
pages (PyTorch's usual tuning). The first round tries a peer's two memory layouts, the others stay with the quicker
one. --before names a build of another state of this engine as a further peer. Ratios are of medians over the rounds;
goals hold against Debian's PyTorch. PyTorch's BLAS should be OpenBLAS (package libopenblas0-pthread). Close other
programs first: wall time is measured. --figure img_s_best takes each run's fastest step, img_s_cpu the images per
second of processor time (with --threads 1 fair on a busy machine).
"""
import argparse
import dataclasses
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
ENGINE_LAYOUT = ""  # the engine chooses its own
DEVICE_UNAVAILABLE = 5  # exit code of a program that this processor cannot serve



@dataclasses.dataclass
class Case:
    name: str
    model: str
    batch: int
    size: int
    precision: str
    goals: tuple  # against Debian's PyTorch: stock, with jemalloc (None: not measured)
    busy: bool = False  # another process keeps a core busy meanwhile


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


class Refused(Exception):
    """The engine cannot run a case on this processor; the sentence says why."""


def run(command, environment=None):
    result = subprocess.run(command, env={**os.environ, **(environment or {})}, capture_output=True, text=True,
                            timeout=600)
    lines = [line for line in result.stdout.splitlines() if line.startswith("{")]
    if result.returncode == DEVICE_UNAVAILABLE:
        raise Refused(result.stderr.strip())
    if result.returncode != 0 or not lines:
        sys.exit(f"{' '.join(command)} failed: {result.stderr.strip()}")
    return json.loads(lines[-1])


@dataclasses.dataclass
class Peer:
    """Whom the engine is measured against, and what was measured."""
    label: str
    command: list  # the settings of a case follow, then a layout
    environment: dict
    layouts: tuple
    goal: float = None
    lines: dict = dataclasses.field(default_factory=dict)  # by layout, one for each round

    def measure(self, settings, figure):
        for layout in self.layouts:
            command = self.command + settings + [layout] * (layout != ENGINE_LAYOUT)
            self.lines.setdefault(layout, []).append(run(command, self.environment))
        self.layouts = (max(self.layouts, key=lambda layout: self.lines[layout][0][figure]),)

    def median(self, figure):
        return statistics.median(line[figure] for line in self.lines[self.layouts[0]])

    def name(self):
        return self.label if self.layouts[0] == ENGINE_LAYOUT else f"{self.label} {self.layouts[0]}"


def version_of(python):
    result = subprocess.run([python, "-c", "import torch, torchvision; print(torch.__version__.split('+')[0])"],
                            capture_output=True, text=True, timeout=120)
    if result.returncode != 0:
        sys.exit(f"{python} cannot import torch and torchvision: {result.stderr.strip().splitlines()[-1]}")
    return result.stdout.strip()


def peers_of(case, arguments):
    peers = []
    if arguments.before:
        peers.append(Peer("before", [os.path.join(arguments.before, "bin", "train_benchmark")], {}, (ENGINE_LAYOUT,)))
    for python, version in arguments.versions.items():
        for way in ("eager",) if python == PYTHON else ("eager", "compiled"):
            for (allocator, environment), goal in zip(ALLOCATORS.items(), case.goals):
                if allocator == "jemalloc" and (case.goals[1] is None or not os.path.exists(JEMALLOC)):
                    continue
                peers.append(Peer(f"torch {version} {way} {allocator}", [python, os.path.join(HERE, "torch_peer.py"), way],
                                  environment, LAYOUTS, goal if python == PYTHON else None))
    return peers


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
    """The engine and its peers with every round's figures in them."""
    settings = [case.model, str(case.batch), str(case.size), case.precision, str(arguments.threads),
                str(arguments.seconds)]
    ours = Peer("lockstep", [arguments.binary], {}, (ENGINE_LAYOUT,))
    peers = peers_of(case, arguments)
    with Neighbour(case.busy):
        for _ in range(arguments.rounds):
            for each in (ours, *peers):
                each.measure(settings, arguments.figure)
    return ours, peers


def print_ratios(arguments, name, figure, ours, peers, more=True, goal_of=lambda peer: peer.goal):
    """A line for the engine and one for each peer. More: whether a larger figure is the better one."""
    value = ours.median(figure)
    report(arguments, {"case": name, "figure": figure, "threads": arguments.threads, "lockstep": round(value, 2)},
           f"{name:28s} lockstep {value:9.1f} {figure}")
    for peer in peers:
        theirs = peer.median(figure)
        ratio = value / theirs
        report(arguments, {"case": name, "figure": figure, "peer": peer.name(), "value": round(theirs, 2),
                           "ratio": round(ratio, 2)},
               f"{'':28s} {peer.name():38s} {theirs:9.1f}  ratio {ratio:.2f}{verdict(ratio, goal_of(peer), more)}")


def compare(arguments, case):
    try:
        ours, peers = measure(arguments, case)
    except Refused as refusal:
        report(arguments, {"case": case.name, "left_out": str(refusal)}, f"{case.name:28s} left out: {refusal}")
        return
    print_ratios(arguments, case.name, arguments.figure, ours, peers)
    if case.name in MEMORY_CASES:
        print_ratios(arguments, f"{case.name}-memory", "peak_rss_mb", ours, peers, more=False,
                     goal_of=lambda peer: MEMORY_GOAL if peer.goal and peer.label.endswith("stock") else None)


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
    parser.add_argument("--before", help="the folder of a build to compare with")
    parser.add_argument("--python", action="append", default=[], help="a further Python with torch and torchvision")
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
    arguments.versions = {python: version_of(python) for python in (PYTHON, *arguments.python)}
    for case in CASES:
        if re.search(arguments.only, case.name):
            compare(arguments, case)
    if re.search(arguments.only, "jpeg"):
        compare_decoding(arguments)


if __name__ == "__main__":
    main()
