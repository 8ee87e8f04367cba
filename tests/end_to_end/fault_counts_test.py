#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Lockstep authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Each fault by the hundred, on four hosts with two ranks each: a long test, which wants a computer for itself.

The limits are what is promised from the fault to the end on the last host. LOCKSTEP_FAULTS: other counts.
"""
import os
import statistics
import unittest

import lab_faults
from lab import enter
from lab_case import LabCase

SILENCE_S = 12  # training.timeout_seconds of these runs
AFTER_S = 5  # from a limit to the end on the last host
KILL_S = 5  # from a death to the end on the last host


class FaultCounts(LabCase):
    def repeat(self, fault, times, limit=None):
        times = int(os.environ.get("LOCKSTEP_FAULTS") or times)
        run = self.train()
        seconds = []
        for _ in range(times):
            run.wait_for_steps(self.chance.randrange(3, 30))
            seconds.append(self.inject(run, fault))
        print(self.landed, self.end(run))
        self.assertEqual(self.landed[fault.__name__], times, "faults that landed")
        if limit:
            print(f"{times} times: median {statistics.median(seconds):.1f} s, longest {max(seconds):.1f} s")
            self.assertLessEqual(max(seconds), limit)

    def test_killed_ranks(self):
        self.repeat(lab_faults.rank_killed, 100, KILL_S)

    def test_ranks_killed_in_a_crowd(self):
        self.repeat(lab_faults.rank_killed_in_a_crowd, 100, KILL_S)

    def test_frozen_ranks(self):
        self.repeat(lab_faults.rank_frozen, 50, SILENCE_S + AFTER_S)

    def test_hosts_without_network(self):
        self.repeat(lab_faults.host_cut, 50, lab_faults.LEASE_S + AFTER_S)

    def test_hosts_that_do_not_reach_each_other(self):
        self.repeat(lab_faults.pair_cut, 50, lab_faults.LEASE_S + AFTER_S)

    def test_connections_torn_down(self):
        self.repeat(lab_faults.connections_reset, 50, KILL_S)

    def test_killed_supervisors(self):
        self.repeat(lab_faults.supervisor_killed, 100, KILL_S)

    def test_spoilt_checkpoints(self):
        self.repeat(lab_faults.checkpoint_spoilt, 50)

    def test_forgers(self):
        self.repeat(lab_faults.forgers_at_the_door, 250)  # some fifty forgeries each

    def test_killed_desktops(self):
        self.repeat(lab_faults.desktop_killed, 50)

    def test_desktops_without_network(self):
        self.repeat(lab_faults.desktop_cut, 50)

    def test_killed_sessions(self):
        self.repeat(lab_faults.session_killed, 100)

    def test_frozen_sessions(self):
        self.repeat(lab_faults.session_frozen, 50)

    def test_strangers(self):
        self.repeat(lab_faults.strangers_knocked, 100)

    def test_lost_packets(self):
        self.repeat(lab_faults.packets_lost, 50)

    def test_hosts_that_stand_still(self):
        self.repeat(lab_faults.host_paused, 100)


if __name__ == "__main__":
    enter()
    unittest.main(verbosity=2)
