#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Lockstep authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""An experiment on this computer is run, its curve grows, it is stopped and leaves a checkpoint."""
import unittest

from display import differing_pixels
from drive_case import DriveCase

STOPPED = 10  # the exit code


class DriveRun(DriveCase):
    def one_run(self, language, theme):
        name = f"drive-run-{language}-{theme}"
        here = {"id": "host-1", "name": "here", "connection": "local", "devices": ["cpu", "cpu"]}
        self.open("--language", language, "--theme-name", theme, self.new_document(
            "long", topology={"hosts": [here]}, model={"name": "mnist-cnn"}, data={"kind": "synthetic-digits"},
            training={"optimizer": "adam", "learning_rate": 0.001, "batch": 50, "epochs": 1000}))
        self.press("F5")
        run = self.wait_for(self.runs, "a run")[-1]
        self.wait_for(lambda: self.steps(run) >= 12, "steps")
        plot, before, after = self.where(widget="training-loss"), self.work / "before.png", self.work / "after.png"
        self.display.picture(before, plot)
        self.wait_for(lambda: self.steps(run) >= 60, "the run to go on")

        def has_grown():
            self.display.picture(after, plot)
            return differing_pixels(before, after) > 100
        self.wait_for(has_grown, "the curve to grow")
        self.picture(name)
        self.press("shift+F5")
        self.ended_run("finished", STOPPED)
        checkpoints = self.home / ".lockstep" / "runs" / run.name / "host-0" / "checkpoints"
        self.assertTrue(list(checkpoints.glob("step-*/manifest.json")), "the stopped run left no checkpoint")
        self.picture(f"{name}-stopped")
        self.quit()

    def test_in_dark_english(self):
        self.one_run("en", "dark")

    def test_in_light_english(self):
        self.one_run("en", "light")

    def test_in_dark_chinese(self):
        self.one_run("zh_CN", "dark")


if __name__ == "__main__":
    unittest.main()
