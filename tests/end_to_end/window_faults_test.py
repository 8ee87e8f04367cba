#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Lockstep authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The page of a run while it deploys, and while faults happen to the run, to its hosts, and to the wire that it is
watched over: how long its thread is busy between two waits for events, what memory it takes, and whether it has
everything in the end.

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
from lab_run import LabRun
from local_hosts import wait_until

WINDOW = program.BINARIES.parent / "benchmarks" / "watched_window"
DEPLOYING_MBPS = 400  # what four hosts are sent takes some seconds
DEPLOYING_S = 300
FRAME_MS = 33
GROWN_MIB = 64


class WatchedRun(LabRun):
    """Begun and shown by a window that tells how it fares."""

    def start_desktop(self, *arguments):
        if arguments[0] == "run":
            self.start_window(arguments[1])
            self.desktop_began = True
        else:
            super().start_desktop(*arguments)

    def start_window(self, what):
        """Of the run in that folder, or of a new one of that experiment."""
        self.desktop_began = False
        self.said = open(self.home / "desktop.log", "a+b")
        self.desktop = subprocess.Popen(
            [*self.lab.desktop.enter, WINDOW, what, self.lab.identity, self.lab.known_hosts],
            env=program.clean_environment(self.home), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.said, text=True)

    def figures(self):
        """Of the window since they were asked for last."""
        self.desktop.stdin.write("\n")
        self.desktop.stdin.flush()
        return json.loads(self.desktop.stdout.readline())

    def stop(self):
        super().stop()
        self.close_pipes()

    def kill_desktop(self):
        super().kill_desktop()
        self.close_pipes()

    def close_pipes(self):
        for pipe in (self.desktop.stdin, self.desktop.stdout):
            if pipe:
                pipe.close()


class WindowFaults(LabCase):
    def figures(self, run, what):
        figures = run.figures()
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

    def bundles(self):
        """That were brought to hosts."""
        return sum(1 for host in self.lab.hosts for _ in host.home.glob(".lockstep/engine/*/lockstep-engine"))

    def test_it_is_never_kept_and_misses_nothing(self):
        seconds = float(os.environ.get("LOCKSTEP_THIN_SECONDS") or (600 if "LOCKSTEP_LONG" in os.environ else 10))
        self.lab.desktop.limit(DEPLOYING_MBPS)
        run = self.train(kind=WatchedRun, log_every=1)
        run.wait_for_steps(5, DEPLOYING_S)
        self.lab.desktop.limit(None)
        self.assertEqual(self.bundles(), len(self.lab.hosts))
        self.figures(run, "deploying")
        run.kill_desktop()
        run.start_window(run.mirror)
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
