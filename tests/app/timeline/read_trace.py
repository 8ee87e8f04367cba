#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Lockstep authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares a trace with the journals that it was made of, both read by Python alone; exits 1 and says what differs.

Usage: read_trace.py TRACE RANKS_PER_HOST JOURNAL...      (of ranks 0, 1, ...)

What must hold: every span of every journal is a slice of that rank's process, with the same length and on the thread of
its kind, and nothing else is; parts lie within their step; ranks of one host keep the distances that their common clock
shows; where hosts differ, the ends of a step's last sum lie within 0.2 ms of one another.
"""
import collections
import json
import sys

PARTS = ["data", "forward", "backward", "network", "optimizer"]
STEPS, SUMS = 1, 2


def pairs(values):
    return list(zip(values[::2], values[1::2]))


def told(path):
    with open(path, encoding="utf-8") as journal:
        return [record for record in map(json.loads, journal) if record["kind"] == "timeline"]


def expected_slices(record):
    for part in PARTS:
        for begin, end in pairs(record[part + "_us"]):
            yield STEPS, part, begin, end
    for begin, end in pairs(record["bucket_us"]):
        yield SUMS, "all-reduce", begin, end


def check(trace_path, ranks_per_host, journals):
    with open(trace_path, encoding="utf-8") as file:
        trace = json.load(file)
    slices = collections.defaultdict(list)
    names = {}
    for event in trace["traceEvents"]:
        if event["ph"] == "M":
            names[event["pid"], event["tid"], event["name"]] = event["args"]["name"]
        else:
            assert event["ph"] == "X" and event["dur"] >= 0 and event["ts"] >= 0, event
            slices[event["pid"], event["args"]["step"]].append(event)
    assert min(event["ts"] for all_of in slices.values() for event in all_of) == 0
    ends = collections.defaultdict(list)
    starts = {}
    for rank, path in enumerate(journals):
        assert names[rank, STEPS, "process_name"].startswith(f"rank {rank}, "), names
        for record in told(path):
            events = slices.pop((rank, record["step"]))
            (whole,) = [event for event in events if event["name"] == "step"]
            rest = sorted((e["tid"], e["name"], e["ts"] - whole["ts"], e["ts"] + e["dur"] - whole["ts"])
                          for e in events if e is not whole)
            wanted = sorted(expected_slices(record))
            assert len(rest) == len(wanted), (rank, record["step"])
            for found, want in zip(rest, wanted):
                assert found[:2] == want[:2], (found, want)
                assert all(abs(a - b) < 0.01 for a, b in zip(found[2:], want[2:])), (found, want)
                assert -0.01 <= found[2] and found[3] <= whole["dur"] + 0.01, (found, whole)
            starts[rank, record["step"]] = (whole["ts"], record["start_ns"])
            ends[record["step"]].append(whole["ts"] + record["bucket_us"][-1])
    assert not slices, "steps that no journal tells of"
    for (rank, step), (ts, start_ns) in starts.items():
        other_ts, other_ns = starts[rank // ranks_per_host * ranks_per_host, step]
        assert abs((ts - other_ts) - (start_ns - other_ns) / 1e3) < 1, (rank, step)
    for step, times in ends.items():
        assert max(times) - min(times) < 200, (step, times)
    return len(starts)


if __name__ == "__main__":
    print(check(sys.argv[1], int(sys.argv[2]), sys.argv[3:]))
