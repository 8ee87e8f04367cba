#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Lockstep authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The first start: what the program opens with is run, understood with the manual, and found again."""
import unittest

from drive_case import DriveCase


class DriveFirstStart(DriveCase):
    def test_the_demonstration_is_run_at_once(self):
        self.open("--language", "en", "--theme-name", "dark")
        self.where(widget="startStrip")
        self.where(item="host-1")
        self.picture("drive-first-start")
        self.click(widget="runButton")
        self.ended_run("finished", 0)
        self.where(text="Finished")
        self.picture("drive-first-start-done")

        self.press("F1")
        self.wait_for_window("manual", title="Manual — Lockstep")
        self.where(text="What the plots say")
        self.picture("drive-first-start-manual")
        self.press("Escape")
        self.wait_for_window("mainWindow")

        # It is the program's own experiment, so nothing is asked.
        self.quit()
        self.start("--language", "en", "--theme-name", "dark")
        self.wait_for_window("mainWindow")
        self.press("alt+3")
        self.where(text="Digits on this computer")
        self.picture("drive-first-start-runs")
        self.quit()


if __name__ == "__main__":
    unittest.main()
