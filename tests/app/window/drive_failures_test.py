#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Lockstep authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What goes wrong on real hosts is said once, with its place: a wrong path, a wrong address, a changed key, a killed
rank."""
import os
import signal
import unittest

from drive_hosts import DEPLOYING, HostsCase

DATA_ERROR, UNREACHABLE, KILLED = 4, 8, 128 + signal.SIGKILL  # exit codes
DIGITS = {"kind": "synthetic-digits"}


class DriveFailures(HostsCase):
    def run_experiment(self, name, topology=None, data=None, epochs=2, language="en"):
        self.open("--language", language, "--theme-name", "light", self.new_document(
            name, topology=topology or self.drawn_hosts(), model={"name": "mnist-cnn"}, data=data or DIGITS,
            training={"batch": 50, "epochs": epochs}))
        self.press("F5")

    def assert_banner(self, *parts):
        """The sentence at the top says all of it."""
        said = self.where(text=parts[0]).more.text
        for part in parts:
            self.assertIn(part, said)

    def test_a_wrong_path(self):
        self.trust_hosts()
        self.run_experiment("wrong path", data={"kind": "mnist", "path": "/nowhere/mnist"})
        self.ended_run("failed", DATA_ERROR, DEPLOYING)
        self.assert_banner("/nowhere/mnist", "On cpu-")  # whichever came first, and who said so besides
        self.picture("drive-failures-path")
        self.quit()

    def test_a_wrong_address(self):
        self.trust_hosts()
        self.remember_tests("127.0.0.99")
        topology = self.drawn_hosts()
        topology["hosts"][1]["address"] = "127.0.0.99"
        self.run_experiment("wrong address", topology)
        self.ended_run("failed", UNREACHABLE, DEPLOYING)
        self.assert_banner("127.0.0.99", "cpu-2")
        self.picture("drive-failures-address")
        self.quit()

    def test_a_changed_key(self):
        first, second = self.cluster.hosts
        # The person knows another key of the second host.
        (self.ssh / "known_hosts").write_text(
            first.known_hosts_line() + first.known_hosts_line(second.port, second.address))
        self.remember_tests()
        self.run_experiment("changed key")
        self.ended_run("failed", UNREACHABLE, DEPLOYING)
        self.assert_banner("has changed", "cpu-2")
        self.picture("drive-failures-key")
        self.quit()

    def killed_rank(self, language):
        self.trust_hosts()
        self.run_experiment("killed rank", epochs=1000, language=language)
        run = self.wait_for(self.runs, "a run", DEPLOYING)[-1]
        self.wait_for(lambda: self.steps(run, 1) >= 20, "rank 1 to train", DEPLOYING)
        ranks = [pid for pid, line in self.cluster.hosts[1].processes().items() if " train " in f"{line} "]
        self.assertEqual(len(ranks), 1)
        os.kill(ranks[0], signal.SIGKILL)
        self.ended_run("failed", KILLED)
        self.assert_banner("was killed" if language == "en" else "杀死", "cpu-2")
        self.picture(f"drive-failures-killed-{language}")

    def test_a_killed_rank(self):
        self.killed_rank("en")
        self.where(text="Ended with it")
        self.quit()

    def test_a_killed_rank_in_chinese(self):
        self.killed_rank("zh_CN")
        self.where(text="随之结束")
        self.quit()


if __name__ == "__main__":
    unittest.main()
