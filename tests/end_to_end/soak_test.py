#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Lockstep authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""A training on four hosts with two ranks each, to which everything happens, in an order drawn by chance.

LOCKSTEP_SOAK_HOURS: how long (where it is not set, a round of every fault; 8 among the long tests). LOCKSTEP_SOAK_SEED
repeats an order; what the network and the processes are about when a fault meets them is chance all the same.
"""
import os
import random
import time
import unittest

import lab_faults
from lab import Lab, enter
from lab_run import LabRun, sentence
from local_hosts import wait_until
from run_check import RunCheck

HOSTS = 4
MARGIN_S = 60  # for ends and beginnings on a busy computer: what is asserted is that they come


class Soak(unittest.TestCase):
    def setUp(self):
        self.seed = int(os.environ.get("LOCKSTEP_SOAK_SEED") or random.SystemRandom().randrange(1 << 32))
        print(f"LOCKSTEP_SOAK_SEED={self.seed}", flush=True)
        self.chance = random.Random(self.seed)
        self.lab = Lab(HOSTS)
        self.addCleanup(self.lab.__exit__)
        self.run_ = LabRun(self.lab, restarts=1000, checkpoint_every=1, keep_checkpoints=3, seed=self.seed % 1000)
        self.addCleanup(self.run_.close)
        self.spoilt = set()  # steps of checkpoints
        self.landed = {}  # how often, by the fault's name
        self.violations = []

    def faults(self):
        """Rounds of all of them, each in an order of its own, until the time is over."""
        hours = float(os.environ.get("LOCKSTEP_SOAK_HOURS") or (8 if "LOCKSTEP_LONG" in os.environ else 0))
        end = time.monotonic() + 3600 * hours
        while not self.landed or time.monotonic() < end:
            order = list(lab_faults.FATAL + lab_faults.HARMLESS)
            self.chance.shuffle(order)
            yield from order

    def inject(self, fault):
        run = self.run_
        attempt = run.wait_for_steps(self.chance.randrange(5, 60))
        began = time.monotonic()
        outcome = fault(run, self.chance)
        print(f"{fault.__name__}: {outcome.what} ({outcome.landed} landed)", flush=True)
        self.landed[fault.__name__] = self.landed.get(fault.__name__, 0) + bool(outcome.landed)
        if not outcome.ends:
            run.wait_for_steps(3)
            if run.attempt() != attempt:
                self.violations.append(f"{outcome.what}: attempt {attempt} ended of it: {run.ends(attempt)}")
            return
        if outcome.spoilt >= 0:
            self.spoilt.add(outcome.spoilt)
        ends = run.wait_for_end(attempt, set(run.hosts) - outcome.gone)
        print(f"  ended everywhere after {time.monotonic() - began:.1f} s: {sentence(ends[min(ends)])}", flush=True)
        for host, end in ends.items():
            if outcome.culprits and end["culprit"] not in outcome.culprits:
                self.violations.append(f"{outcome.what}: host {host} names rank {end['culprit']}: {sentence(end)}")
        if not outcome.alone:
            run.desktop.wait(MARGIN_S)
            run.said.close()
            self.assert_no_engine_is_left()
            run.start_desktop("resume", run.name)
        run.wait(lambda: run.attempt() > attempt, MARGIN_S, "another attempt")

    def assert_no_engine_is_left(self):
        wait_until(lambda: not any(host.processes() for host in self.lab.hosts), MARGIN_S, "the end of every process")

    def test_everything_happens_and_nothing_is_lost(self):
        began = time.monotonic()
        for fault in self.faults():
            self.inject(fault)
        self.run_.wait_for_steps(10)
        self.run_.stop()
        self.assert_no_engine_is_left()
        check = RunCheck([self.run_.folder(host) for host in self.run_.hosts])
        check.check_checkpoints(self.spoilt)
        check.check_mirror(self.run_.mirror)
        print(f"{sum(self.landed.values())} faults landed in {time.monotonic() - began:.0f} s; {check.figures}")
        self.assertEqual(self.violations + check.violations, [], f"seed {self.seed}")
        self.assertEqual([name for name, count in self.landed.items() if count == 0], [], "faults that met nothing")
        self.assertGreater(check.figures["steps done twice"], 0, "no step was ever repeated")


if __name__ == "__main__":
    enter()
    unittest.main(verbosity=2)
