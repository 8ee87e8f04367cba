#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Lockstep authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Chinese and light at 1024x700: every page and the manual, in a window as small as that."""
import unittest

from drive_case import DriveCase

SIZE = (1024, 700)


class DriveSmall(DriveCase):
    def test_all_pages_fit(self):
        self.open("--language", "zh_CN", "--theme-name", "light", size=SIZE)
        self.where(widget="startStrip")
        self.picture("drive-small-start")
        self.press("F8")
        self.where(text="没有什么妨碍运行。")
        self.press("F8")
        self.press("F5")
        self.ended_run("finished", 0)
        self.where(text="已完成")
        self.picture("drive-small-run")
        self.press("alt+3")
        self.where(text="本机训练手写数字")
        self.picture("drive-small-runs")
        self.press("alt+1", "F1")
        self.wait_for_window("manual")
        self.where(text="画实验")
        self.picture("drive-small-manual")
        self.press("ctrl+w")
        window = self.wait_for_window("mainWindow")
        self.assertEqual((window.width, window.height), SIZE, "a page asked for more room")
        self.quit()


if __name__ == "__main__":
    unittest.main()
