#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Lockstep authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""A training on four hosts with two ranks each, to which everything happens, in an order drawn by chance.

LOCKSTEP_SOAK_HOURS: how long (where it is not set, a round of every fault; 8 among the long tests). LOCKSTEP_SOAK_SEED
repeats an order; what the network and the processes are about when a fault meets them is chance all the same.
LOCKSTEP_SOAK_MBPS: what the hosts' links carry. Over slow ones ranks wait more than they compute, so that several soaks
fit on one computer.
"""
import os
import time
import unittest

import lab_faults
from lab import enter
from lab_case import LabCase


class Soak(LabCase):
    def faults(self):
        """Rounds of all of them, each in an order of its own, until the time is over."""
        hours = float(os.environ.get("LOCKSTEP_SOAK_HOURS") or (8 if "LOCKSTEP_LONG" in os.environ else 0))
        end = time.monotonic() + 3600 * hours
        while not self.landed or time.monotonic() < end:
            order = list(lab_faults.FATAL + lab_faults.HARMLESS)
            self.chance.shuffle(order)
            yield from order

    def test_everything_happens_and_nothing_is_lost(self):
        for place in self.lab.places if "LOCKSTEP_SOAK_MBPS" in os.environ else []:
            place.usual_mbps = float(os.environ["LOCKSTEP_SOAK_MBPS"])
            place.limit(None)
        run = self.train(seed=self.seed % 1000)
        began = time.monotonic()
        with self.keeping(run):
            for fault in self.faults():
                run.wait_for_steps(self.chance.randrange(5, 60))
                self.inject(run, fault)
            run.wait_for_steps(10)
            figures = self.end(run)
        print(f"{sum(self.landed.values())} faults landed in {time.monotonic() - began:.0f} s; {figures}")
        self.assertGreater(figures["steps done twice"], 0, "no step was ever repeated")


if __name__ == "__main__":
    enter()
    unittest.main(verbosity=2)
