#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Lockstep authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""A document is changed and the program killed; the change is there again at the next start."""
import unittest

from drive_case import DriveCase


class DriveRecovery(DriveCase):
    def kept(self):
        return list((self.data / "lockstep" / "recovery").glob("*.recovery.json"))

    def test_a_killed_programs_change_is_restored_and_saved(self):
        self.open("--language", "en", "--theme-name", "dark", self.new_document("mine"))
        self.press("ctrl+shift+c")  # a CPU host
        self.wait_for(lambda: len(self.kept()) == 1, "the change to be kept")
        self.assertEqual(self.topology()["hosts"], [], "the document was saved without being asked")
        self.program.kill()
        self.program.wait()

        self.start("--language", "en", "--theme-name", "dark")
        self.wait_for_window(title="Unsaved changes were rescued")
        self.picture("drive-recovery")
        self.click(widget="Restore")
        self.wait_for_window("mainWindow", modified=True)
        self.assertEqual(self.topology()["hosts"], [], "restoring wrote the file")
        self.assertEqual(len(self.kept()), 1, "the restored change is not kept again")
        self.saved(lambda t: len(t["hosts"]) == 1, "the restored host to be saved")
        self.wait_for(lambda: not self.kept(), "the saved document not to be kept any more")
        self.quit()


if __name__ == "__main__":
    unittest.main()
