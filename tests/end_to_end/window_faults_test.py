#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Lockstep authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The page of a run while faults happen to it, to its hosts, and to the wire that it is watched over: how long its
thread is busy between two waits for events, what memory it takes, and whether it has everything in the end.

LOCKSTEP_THIN_SECONDS: how long the wire is thin (ten minutes among the long tests, which hold the times to a frame's).
"""
import contextlib
import json
import os
import subprocess
import time
import unittest

import lab_faults
import program
from lab import enter
from lab_case import LabCase
from local_hosts import wait_until

WINDOW = program.BINARIES.parent / "benchmarks" / "watched_window"
FRAME_MS = 33
GROWN_MIB = 64


class WindowFaults(LabCase):
    def show(self, run):
        """The window in place of the desktop that began the run."""
        run.kill_desktop()
        run.desktop_began = False
        run.said = open(run.home / "desktop.log", "a+b")
        run.desktop = subprocess.Popen(
            [*self.lab.desktop.enter, WINDOW, run.mirror, self.lab.identity, self.lab.known_hosts],
            env=program.clean_environment(run.home), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=run.said, text=True)
        self.addCleanup(run.desktop.stdout.close)
        self.addCleanup(run.desktop.stdin.close)

    def figures(self, run, what):
        """Of the window since they were asked for last."""
        run.desktop.stdin.write("\n")
        run.desktop.stdin.flush()
        figures = json.loads(run.desktop.stdout.readline())
        print(f"{what}: {figures}", flush=True)
        self.assertGreater(figures["turns"], 0)
        if "LOCKSTEP_LONG" in os.environ:
            self.assertLess(figures["p99_ms"], FRAME_MS, what)
        return figures

    @contextlib.contextmanager
    def thin_wire(self):
        """1 Mbit/s, and one of ten packets lost."""
        self.lab.desktop.limit(1)
        with self.lab.lose(self.lab.desktop, 10) as loss:
            yield
            wait_until(loss.packets, 60, "a lost packet")
            print(f"{loss.packets()} packets lost")
        self.lab.desktop.limit(None)

    def test_it_is_never_kept_and_misses_nothing(self):
        seconds = float(os.environ.get("LOCKSTEP_THIN_SECONDS") or (600 if "LOCKSTEP_LONG" in os.environ else 10))
        run = self.train(log_every=1)
        run.wait_for_steps(5)
        self.show(run)
        for host in run.hosts:
            lab_faults.watched(run, host)
        self.figures(run, "opening")
        run.wait_for_steps(100)
        before = self.figures(run, "nothing")["memory_mib"]
        with self.thin_wire():
            time.sleep(seconds)
            grown = self.figures(run, "a thin wire")["memory_mib"] - before
        for host in run.hosts:
            lab_faults.watched(run, host)
        self.figures(run, "catching up")
        for fault in (lab_faults.desktop_cut, lab_faults.session_killed, lab_faults.session_frozen, lab_faults.rank_killed,
                      lab_faults.host_cut):
            self.inject(run, fault)
            run.wait_for_steps(5)
            self.figures(run, fault.__name__)
        self.assertLess(grown, GROWN_MIB)
        self.end(run)


if __name__ == "__main__":
    enter()
    unittest.main(verbosity=2)
