#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Lockstep authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Chinese is chosen in the settings of the real program, which works on."""
import unittest

from drive_case import DriveCase


class DriveLanguage(DriveCase):
    def test_the_language_is_chosen_while_the_window_is_open(self):
        self.open("--language", "en", self.new_document("language"))
        self.click(action="File")
        self.click(action="Settings…")
        self.wait_for_window("settings", focus="language")
        self.press("Down", "Down", "Return")
        settings = self.config / "lockstep" / "lockstep.conf"
        self.wait_for(lambda: settings.exists() and "language=zh_CN" in settings.read_text(), "the language to be kept")
        self.wait_for_window("mainWindow", modified=False)
        self.where(action="文件(F)")

        # A host by key, which makes the document modified: the new menus answer.
        self.press("ctrl+shift+g")
        self.wait_for_window("mainWindow", modified=True)
        self.picture("drive-language")
        self.press("ctrl+z")
        self.wait_for_window("mainWindow", modified=False)
        self.quit()


if __name__ == "__main__":
    unittest.main()
