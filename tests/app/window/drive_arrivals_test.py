#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Lockstep authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What is named on the command line opens as what it is: here another program's log, with its curves."""
import unittest

from drive_case import DriveCase


class DriveArrivals(DriveCase):
    def test_a_log_of_another_program_opens_in_a_window_of_its_own(self):
        log = self.work / "worklog.0"
        log.write_text("".join(f"epoch: {batch // 100}, batch_id: {batch % 100 + 1}, loss is: [{2 / (batch + 1):.4f}]\n"
                               for batch in range(300)))
        self.start("--language", "en", log)
        self.wait_for(lambda: (window := self.finder.ask(window="")) and "worklog" in window.more.title,
                      "the window of the log")
        self.picture("drive-arrivals-log")
        self.press("ctrl+w")
        self.wait_for_window("mainWindow")
        self.quit()

    def test_what_is_not_there_is_said(self):
        self.start("--language", "en", self.work / "nothing.lockstep.json")
        self.wait_for_window(title="Cannot open nothing.lockstep.json")
        self.press("Return")
        self.wait_for_window("mainWindow")
        self.quit()


if __name__ == "__main__":
    unittest.main()
