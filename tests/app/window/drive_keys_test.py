#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Lockstep authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""A cluster drawn without a mouse; then a host kept as a template and dragged out of the palette twice."""
import unittest

from drive_case import DriveCase

FACTS = "RTX 3080, 4 cores, 8 GB, 200 GB"


class DriveKeys(DriveCase):
    def draw_by_keys(self):
        self.press("ctrl+shift+g")
        self.press("ctrl+shift+c")
        hosts = self.saved(lambda t: len(t["hosts"]) == 2, "two keys to draw two hosts")["hosts"]
        self.assertEqual([host["name"] for host in hosts], ["gpu-1", "cpu-1"])
        # A link from the second to the nearest; its panel opens on the rate.
        self.press("l")
        self.picture("drive-keys-link")
        self.press("Return")
        self.wait_for_window("mainWindow", focus="bandwidth_mbps")
        self.type("10 Mbps")
        self.saved(lambda t: [link.get("bandwidth_mbps") for link in t["links"]] == [10], "a link of 10 Mbps")

    def keep_as_template(self):
        self.press("ctrl+f")
        self.where(widget="findBar")
        self.type("gpu-1")
        self.press("Escape")
        self.wait_for_window("mainWindow", focus="canvas")
        self.press("Return")
        self.wait_for_window("mainWindow", focus="name")
        self.tab_to("facts")
        self.type(FACTS)
        self.press("ctrl+shift+m")
        self.wait_for_window(title="Save as a template")
        self.press("ctrl+a")
        self.type("vm")
        self.press("Return")
        self.wait_for_window("mainWindow")
        self.wait_for(lambda: any(FACTS in book.read_text() for book in self.config.glob("lockstep/**/templates.json")),
                      "a template to be kept")
        self.where(row="vm", **{"in": "palette"})
        self.picture("drive-keys-template")

    def test_a_cluster_is_drawn_by_keys_and_a_template_by_the_mouse(self):
        self.open("--language", "en", "--theme-name", "light", self.new_document("keys"))
        self.draw_by_keys()
        self.keep_as_template()
        self.drag_from_palette("vm", 0.2, 0.8)
        self.where(item="host-3")
        self.drag_from_palette("vm", 0.65, 0.8)
        self.where(item="host-4")
        hosts = self.saved(lambda t: len(t["hosts"]) == 4, "two machines of the template")["hosts"]
        self.assertEqual([host["name"] for host in hosts[2:]], ["vm-1", "vm-2"])
        self.assertEqual(hosts[0]["facts"], FACTS)
        for host in hosts[2:]:
            self.assertEqual((host["facts"], host["devices"], host.get("address", "")), (FACTS, ["cuda:0"], ""))
        self.picture("drive-keys-end")
        self.quit()

    def test_a_run_is_begun_read_about_and_found_by_keys(self):
        self.open("--language", "en", "--theme-name", "dark")
        self.where(item="host-1")
        self.press("F5")
        self.ended_run("finished", 0)
        # The manual: searched, gone back in, put away.
        self.press("F1")
        self.wait_for_window("manual", focus="manualView")
        self.press("ctrl+f")
        self.type("nfs")
        self.where(row="Data (1)", **{"in": "manualContents"})
        self.press("Return")
        self.where(text="The path must exist on every host")
        self.picture("drive-keys-manual")
        self.press("alt+Left")
        self.where(text="Accuracy and losses")
        self.press("Escape", "Escape")
        # Every page, and the run again from the list of runs.
        self.wait_for_window("mainWindow")
        self.press("alt+3")
        self.where(text="Digits on this computer")
        self.press("alt+1")
        self.where(item="host-1")
        self.press("ctrl+F1")
        self.wait_for_window(title="Keys of the canvas")
        self.press("Escape")
        self.wait_for_window("mainWindow")
        self.quit()


if __name__ == "__main__":
    unittest.main()
