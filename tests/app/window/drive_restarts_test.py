#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Lockstep authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The supervisor of a host is killed, as by a restart of the machine: the program that began the run makes the next
attempt; one that watches offers it."""
import os
import signal
import unittest

from drive_hosts import DEPLOYING, HostsCase

FAILED, STOPPED = 1, 10  # exit codes
PAUSE = 10  # seconds before the next attempt


class DriveRestarts(HostsCase):
    def start_training(self, restarts, *looks):
        self.trust_hosts()
        self.open(*looks, self.new_document(
            "restarts", topology=self.drawn_hosts(), model={"name": "mnist-cnn"}, data={"kind": "synthetic-digits"},
            restart={"max": restarts, "backoff_seconds": PAUSE}, training={"batch": 50, "epochs": 1000}))
        self.press("F5")
        run = self.wait_for(self.runs, "a run", DEPLOYING)[-1]
        self.wait_for_steps(run, 1)
        return run

    def wait_for_steps(self, run, attempt):
        self.wait_for(lambda: self.steps(run, 1, attempt) >= 20, f"rank 1 to train in attempt {attempt}", DEPLOYING)

    def kill_supervisor(self):
        supervisors = [pid for pid, line in self.cluster.hosts[1].processes().items() if " supervise" in line]
        self.assertEqual(len(supervisors), 1)
        os.kill(supervisors[0], signal.SIGKILL)

    def stop(self, run):
        self.press("shift+F5")
        self.wait_for(lambda: self.state(run) == ("finished", STOPPED), "the stop")
        self.wait_for(lambda: self.where(widget="runButton").more.enabled, "the window to hear of it")

    def test_who_began_the_run_makes_the_next_attempt(self):
        run = self.start_training(1, "--language", "en", "--theme-name", "light")
        self.kill_supervisor()
        self.where(text="● About to restart")
        self.where(text="Attempt 2 begins by itself after a pause. Attempt 1 ended: On cpu-2: The supervisor")
        self.picture("drive-restarts-pause")
        self.wait_for_steps(run, 2)
        self.where(text="● Training")
        self.picture("drive-restarts-again")
        self.stop(run)
        self.where(text="● Stopped")
        self.quit()

    def test_who_watches_offers_it(self):
        looks = ("--language", "zh_CN", "--theme-name", "dark")
        run = self.start_training(1, *looks)
        self.program.kill()
        self.program.wait()
        self.open(*looks)
        self.click(widget="打开“restarts”")
        self.where(text="● 训练中")
        self.wait_for(lambda: self.checkpoints(run), "a checkpoint to go on from", DEPLOYING)
        self.kill_supervisor()
        self.wait_for(lambda: self.state(run) == ("failed", FAILED), "the run to fail")
        self.assertIn("cpu-2", self.where(text="监管进程").more.text)
        self.where(text="● 失败")
        self.picture("drive-restarts-offer")
        self.click(widget="继续")
        self.wait_for_steps(run, 2)
        self.where(text="● 训练中")
        self.picture("drive-restarts-resumed")
        self.stop(run)
        self.quit()


if __name__ == "__main__":
    unittest.main()
