#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Lockstep authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Seconds a step of each strategy in rehearsals of a chain of hosts, beside the forecast and the floor.

Usage: measure_strategies.py LOCKSTEP [--model NAME] [--rate MBPS] [--latency MS] [--hosts N] [--steps N] [--patience S]
       [--only TEXT] [--image-size N] [--batch N]

The strategies are those of `lockstep check`, with its forecast of a step: lowest, middle, highest. The floor is what
the slowest link has to carry in a step by that forecast, over its rate, without headers and waiting. Measured is the
median from step to step on rank 0, the quarter and three quarters of them (of local steps the mean with their meetings),
and the median of what each rank waits for the network in a step, of the rank that waits longest: what computing hides is
not in it. The first step does not count, nor do those in which a compression sends everything still. What would take
longer than the patience is left out. Prints a table.
"""
import argparse
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

WHOLE_STEPS = {"powersgd": 10, "top-k": 10}  # in which these send all that there is


def drawn(arguments):
    hosts = [{"id": f"h{i}", "name": f"host {i}", "connection": "ssh", "address": f"192.0.2.{i + 1}", "devices": ["cpu"]}
             for i in range(arguments.hosts)]
    links = [{"from": f"h{i}", "to": f"h{i + 1}", "bandwidth_mbps": arguments.rate, "latency_ms": arguments.latency}
             for i in range(arguments.hosts - 1)]
    return {"version": 1, "name": f"{arguments.model} at {arguments.rate:g}",
            "topology": {"hosts": hosts, "links": links}, "model": {"name": arguments.model},
            "data": {"kind": "synthetic", "image_size": arguments.image_size, "classes": 10, "samples": arguments.batch * arguments.hosts},
            "training": {"batch": arguments.batch, "epochs": 1}}


def steps_of(row, arguments):
    """How many steps do not count at the beginning, and how many follow."""
    return 1 + WHOLE_STEPS.get(row["compression"], 0), max(arguments.steps, 2 * row.get("local_steps", 0))


def settings_of(row):
    keys = ("strategy", "compression", "compression_rank", "compression_ratio", "local_steps")
    return [word for key in keys if key in row for word in ("--set", f"training.{key}={row[key]}")]


def records(path, kind):
    found = (json.loads(line) for line in path.read_text().splitlines())
    return [record for record in found if record["kind"] == kind]


def measure(arguments, document, row, home):
    """Periods of rank 0; what the rank that waits longest waits for the network, and what the one that compresses longest
    compresses beyond the backward pass; what went wrong where something did."""
    first, counted = steps_of(row, arguments)
    samples = arguments.batch * arguments.hosts * (first + counted)
    command = [arguments.lockstep, "rehearse", document, "--json", "--set", f"data.samples={samples}", *settings_of(row)]
    try:
        done = subprocess.run(command, env={**os.environ, "HOME": str(home), "LC_ALL": "C.UTF-8"}, capture_output=True,
                              text=True, stdin=subprocess.DEVNULL, timeout=arguments.patience * 2 + 120)
    except subprocess.TimeoutExpired:
        return None, None, None, "took too long"
    if done.returncode != 0:
        return None, None, None, done.stderr.strip().splitlines()[-1]
    attempt = pathlib.Path(json.loads(done.stdout.strip().splitlines()[-1])["folder"]) / "attempt-1"
    steps = [[record for record in records(attempt / f"rank-{rank}.jsonl", "step")] for rank in range(arguments.hosts)]
    ends = [record["mono_ns"] * 1e-9 for record in steps[0]][first - 1:]
    periods = [after - before for before, after in zip(ends, ends[1:])]
    def longest(member):
        return max(statistics.median(record.get(member, 0) for record in of_rank[first:]) for of_rank in steps)
    return periods, longest("network_seconds"), longest("compression_seconds"), ""


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("lockstep", type=pathlib.Path)
    parser.add_argument("--model", default="lenet")
    parser.add_argument("--rate", type=float, default=10)
    parser.add_argument("--latency", type=float, default=0)
    parser.add_argument("--hosts", type=int, default=3)
    parser.add_argument("--steps", type=int, default=12)
    parser.add_argument("--patience", type=float, default=120, help="seconds that the steps of one strategy may take")
    parser.add_argument("--only", default="", help="strategies whose name holds this text")
    parser.add_argument("--image-size", type=int, default=28)
    parser.add_argument("--batch", type=int, default=8)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="lockstep-figures-") as folder:
        home = pathlib.Path(folder)
        document = home / "drawn.lockstep.json"
        document.write_text(json.dumps(drawn(arguments)))
        checked = subprocess.run([arguments.lockstep, "check", document, "--offline", "--json"], capture_output=True,
                                 text=True, stdin=subprocess.DEVNULL, check=False, timeout=60)
        rows = json.loads(checked.stdout)["strategies"]
        print(f"{arguments.model}, {arguments.hosts} hosts in a chain, {arguments.rate:g} Mbit/s, "
              f"{arguments.latency:g} ms, batch {arguments.batch}, {arguments.steps} steps\n")
        print("| strategy | floor s | forecast s | measured s (quartiles) | waits for the network s | compresses s |")
        print("|---|---|---|---|---|---|")
        for row in rows:
            middle = row["step_seconds"][1]
            first, counted = steps_of(row, arguments)
            whole = rows[0]["step_seconds"][1] * first
            if "refusal" in row or arguments.only not in row["name"] or whole + middle * counted > arguments.patience:
                continue
            floor = row["slowest_bytes"] * 8e-6 / arguments.rate
            periods, wait, compression, trouble = measure(arguments, document, row, home)
            found = trouble
            if periods:
                low, median, high = statistics.quantiles(periods, n=4)
                found = f"{median:.3f} ({low:.3f}–{high:.3f})"
                if "local_steps" in row:
                    found = f"{statistics.mean(periods):.3f}"
            forecast = "{1:.3f} ({0:.3f}–{2:.3f})".format(*row["step_seconds"])
            parts = " | ".join("" if part is None else f"{part:.3f}" for part in (wait, compression))
            print(f"| {row['name']} | {floor:.3f} | {forecast} | {found} | {parts} |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
