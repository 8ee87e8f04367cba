#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Lockstep authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Two hosts and a link, drawn with the mouse and the keyboard."""
import unittest

from drive_case import DriveCase


class DriveCanvas(DriveCase):
    def test_hosts_and_a_link_are_drawn_moved_deleted_and_undone(self):
        self.without_snapping()
        self.open("--language", "en", "--theme-name", "dark", self.new_document("drawn"))
        self.drag_from_palette("CPU host", 0.25, 0.2)
        self.where(item="host-1")
        self.drag_from_palette("GPU host", 0.7, 0.65)
        self.where(item="host-2")
        self.picture("drive-two-hosts")
        self.saved(lambda t: len(t["hosts"]) == 2 and not t["links"], "two hosts")

        # The handle below the upper card, pulled to the lower card.
        self.display.drag(self.where(item="host-1").lower_handle, self.where(item="host-2").middle)
        self.wait_for_window("mainWindow", focus="bandwidth_mbps")
        self.type("10 Mbps")
        self.saved(lambda t: [link.get("bandwidth_mbps") for link in t["links"]] == [10], "a link of 10 Mbps")
        link = self.where(item="host-1 host-2")
        self.picture("drive-link")

        # Move the lower card, and take that back.
        before = self.topology()["hosts"][1]["position"]
        card = self.where(item="host-2")
        self.display.drag(card.at(0.5, 0.8), (card.middle[0] + 80, card.middle[1] - 60))
        self.saved(lambda t: t["hosts"][1]["position"] != before, "the card to move")
        self.press("ctrl+z")
        self.saved(lambda t: t["hosts"][1]["position"] == before, "the move to be undone")

        # The link by its own line; then a rubber band around everything, Delete, undo.
        self.display.click((link.more.at_x, link.more.at_y))
        self.press("Delete")
        self.saved(lambda t: len(t["hosts"]) == 2 and not t["links"], "the link alone to go")
        self.press("ctrl+z")
        self.saved(lambda t: len(t["links"]) == 1, "the link to come back")
        first, last = self.where(item="host-1"), self.where(item="host-2")
        self.display.drag((first.x - 40, first.y - 40), (last.x + last.width + 40, last.y + last.height + 40))
        self.press("Delete")
        self.saved(lambda t: not t["hosts"] and not t["links"], "the rubber band and Delete to leave nothing")
        self.press("ctrl+z")
        self.saved(lambda t: len(t["hosts"]) == 2 and len(t["links"]) == 1, "the deletion to be undone")
        self.picture("drive-end")
        self.quit()


if __name__ == "__main__":
    unittest.main()
