#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Lockstep authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Three hosts are tested before their first run; what the network carries is shown on the drawing and taken into it."""
import unittest

from drive_hosts import DEPLOYING, HostsCase


class DriveNetwork(HostsCase):
    hosts = 3

    def drawn_slow(self):
        """As 10 Mbit/s, which the loopback is not; the second link says nothing."""
        topology = self.drawn_hosts()
        topology["links"][0]["bandwidth_mbps"] = 10
        del topology["links"][1]["bandwidth_mbps"]
        return topology

    def measure(self, language, theme):
        self.trust_hosts()
        self.open("--language", language, "--theme-name", theme, self.new_document(
            "network", topology=self.drawn_slow(), model={"name": "lenet"}, data={"kind": "synthetic-digits"},
            training={"batch": 50, "epochs": 1}))
        self.press("F7")
        self.wait_for(lambda: self.finder.ask(widget="drawRates"), "the network to be measured", DEPLOYING)
        self.picture(f"drive-network-measured-{language}-{theme}")

    def test_measured_rates_are_drawn(self):
        self.measure("en", "light")
        self.click(widget="drawRates")
        drawn = self.saved(lambda t: t["links"][0]["bandwidth_mbps"] > 100, "new rates")
        self.assertEqual(len(drawn["links"]), 2)
        # What the loopback carries is what the cores let it: no figure for a link of which nothing was said.
        self.assertGreater(drawn["links"][1].get("bandwidth_mbps", 101), 100)
        self.picture("drive-network-drawn")
        self.press("ctrl+z")
        self.saved(lambda t: t["links"][0]["bandwidth_mbps"] == 10 and "bandwidth_mbps" not in t["links"][1],
                   "one step of undo")
        self.quit()

    def test_measured_in_chinese(self):
        self.measure("zh_CN", "dark")
        self.where(text="把测得的速率写入图中")
        self.quit()


if __name__ == "__main__":
    unittest.main()
