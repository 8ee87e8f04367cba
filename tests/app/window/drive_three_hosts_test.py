#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Lockstep authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Three fresh hosts are drawn, their keys are trusted, and they train."""
import unittest

from drive_hosts import DEPLOYING, HostsCase


class DriveThreeHosts(HostsCase):
    hosts = 3

    def draw_first_host(self):
        self.drag_from_palette("CPU host", 0.2, 0.4)
        self.where(item="host-1")
        self.press("Return")
        self.wait_for_window("mainWindow", focus="name")
        self.type("cpu-1")
        self.tab_to("address")
        self.type("127.0.0.2")
        self.tab_to("port")
        self.press("ctrl+a")
        self.type(str(self.port))
        self.tab_to("user")
        self.type(self.cluster.hosts[0].user)

    def pull(self, one, other):
        self.display.drag(self.where(item=one).right_handle, self.where(item=other).middle)
        self.wait_for_window("mainWindow", focus="bandwidth_mbps")
        self.type("1 Gbps")
        self.where(item=f"{one} {other}")

    def trust_a_key(self, number):
        self.wait_for_window("connectionQuestion", title="Unknown host key")
        self.where(text="SHA256:")
        self.picture(f"drive-three-hosts-key-{number}")
        self.click(widget="Trust this key")
        self.wait_for(lambda: self.known_keys() == number, "the key to be kept")

    def known_keys(self):
        file = self.config / "lockstep" / "known_hosts"
        return len(file.read_text().splitlines()) if file.exists() else 0

    def test_three_hosts_are_drawn_and_train(self):
        self.without_snapping()
        self.open("--language", "en", "--theme-name", "dark", self.new_document(
            "three hosts", model={"name": "mnist-cnn"}, data={"kind": "synthetic-digits"},
            training={"optimizer": "adam", "learning_rate": 0.001, "batch": 50, "epochs": 2}))
        self.draw_first_host()
        self.press("ctrl+d", "ctrl+d")  # their addresses count on
        self.where(item="host-3")
        self.press("ctrl+0")
        for one, other in (("host-1", "host-2"), ("host-2", "host-3")):
            self.pull(one, other)
        drawn = self.saved(lambda t: len(t["links"]) == 2, "three linked hosts")
        self.assertEqual([host["address"] for host in drawn["hosts"]], ["127.0.0.2", "127.0.0.3", "127.0.0.4"])
        self.picture("drive-three-hosts-drawn")
        self.press("F5")
        for number in (1, 2, 3):
            self.trust_a_key(number)
        run = self.ended_run("finished", 0, DEPLOYING)
        for rank in range(3):
            self.assertGreater(self.steps(run, rank), 0)
        self.where(text="Finished")
        self.picture("drive-three-hosts-done")
        self.quit()


if __name__ == "__main__":
    unittest.main()
