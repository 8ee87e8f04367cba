#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Lockstep authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The cluster of the CENI testbed's tutorial, drawn from nothing in fewer than 25 gestures: three machines "RTX 3080, 4
cores, 8 GB, 200 GB" and two links of 10 Mbps. A gesture is a drag, a click, one text typed, or one press of keys."""
import unittest

from drive_case import DriveCase

FACTS = "RTX 3080, 4 cores, 8 GB, 200 GB"


class DriveCeni(DriveCase):
    def setUp(self):
        super().setUp()
        self.gestures = 0

    def gesture(self, act, *arguments):
        self.gestures += 1
        act(*arguments)

    def draw_machines(self):
        self.gesture(self.drag_from_palette, "GPU host", 0.2, 0.4)
        self.where(item="host-1")
        self.gesture(self.press, "Return")
        self.wait_for_window("mainWindow", focus="name")
        self.gesture(self.type, "vm-1")
        self.gesture(self.tab_to, "address")
        self.gesture(self.type, "10.0.0.7")
        self.gesture(self.tab_to, "facts")
        self.picture("drive-ceni-vm")
        self.gesture(self.type, FACTS)
        self.gesture(self.press, "ctrl+d")
        self.gesture(self.press, "ctrl+d")  # of the second
        self.where(item="host-3")

    def pull(self, one, other):
        self.display.drag(self.where(item=one).right_handle, self.where(item=other).middle)
        self.wait_for_window("mainWindow", focus="bandwidth_mbps")

    def draw_links(self):
        self.gesture(self.press, "ctrl+0")  # all of it
        for one, other in (("host-1", "host-2"), ("host-2", "host-3")):
            self.gesture(self.pull, one, other)
            self.gesture(self.type, "10 Mbps")
            self.where(item=f"{one} {other}")

    def test_the_cluster_is_drawn_in_few_gestures_and_comes_back_equal(self):
        self.without_snapping()
        self.open("--language", "en", "--theme-name", "dark", self.new_document("CENI"))
        self.draw_machines()
        hosts = self.saved(lambda t: len(t["hosts"]) == 3, "three machines")["hosts"]
        self.assertEqual([host["name"] for host in hosts], ["vm-1", "vm-2", "vm-3"])
        self.assertEqual([host["address"] for host in hosts], ["10.0.0.7", "10.0.0.8", "10.0.0.9"])
        self.assertEqual([host["facts"] for host in hosts], [FACTS] * 3)
        self.draw_links()
        self.gestures += 1  # saving
        drawn = self.saved(lambda t: [link.get("bandwidth_mbps") for link in t["links"]] == [10, 10], "two links")
        self.assertEqual([(link["from"], link["to"]) for link in drawn["links"]],
                         [("host-1", "host-2"), ("host-2", "host-3")])
        self.assertLess(self.gestures, 25)
        self.picture("drive-ceni-drawn")

        content = self.document.read_bytes()
        self.press(*["ctrl+z"] * 12)
        self.saved(lambda t: t["hosts"] == [] and t["links"] == [], "it to be undone to nothing")
        self.press(*["ctrl+y"] * 12)
        self.saved(lambda t: t == drawn, "it to be redone")
        self.assertEqual(self.document.read_bytes(), content)
        self.quit()

        # Opened by another window and saved under the same name, it is the same, byte for byte.
        written = self.document.stat().st_mtime_ns
        self.open("--language", "zh_CN", "--theme-name", "light", self.document)
        self.where(item="host-3")
        self.picture("drive-ceni-reopened")
        self.press("ctrl+s")
        self.wait_for(lambda: self.document.stat().st_mtime_ns != written, "the document to be written again")
        self.assertEqual(self.document.read_bytes(), content)
        self.quit()


if __name__ == "__main__":
    unittest.main()
