#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Lockstep authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Hosts with two networks: by one they are reached from the desktop, by the other they reach each other."""
import json
import subprocess
import unittest

import lab
import program
from lab_case import LabCase


class TwoNetworks(LabCase):
    hosts = 3

    def setUp(self):
        super().setUp()
        lab.run("ip", "link", "add", "data", "type", "bridge")
        self.addCleanup(lab.run, "ip", "link", "delete", "data")
        lab.run("ip", "link", "set", "data", "up")
        self.addresses = []
        for number, place in enumerate(self.lab.places, 1):
            # By the first network there is no way to anything but the desktop.
            for command in ("route delete default", f"route add {self.lab.desktop.address}/32 via 10.77.{number}.1"):
                lab.run(*place.enter, "ip", *command.split())
            lab.run("ip", "link", "add", f"data{number}", "type", "veth", "peer", "name", "eth1", "netns",
                    place.holder.pid)
            lab.run("ip", "link", "set", f"data{number}", "master", "data", "up")
            self.addresses.append(f"10.88.0.{number}")
            for command in (f"address add {self.addresses[-1]}/24 dev eth1", "link set eth1 up"):
                lab.run(*place.enter, "ip", *command.split())

    def test_a_run_uses_the_network_that_the_hosts_share(self):
        run = self.train()
        run.wait_for_steps(3)
        for place, address in zip(self.lab.places, self.addresses):
            self.assertIn(address + ":", lab.run(*place.enter, "ss", "-Htn", "state", "established"))
        run.stop()

    def test_the_test_of_hosts_measures_it(self):
        document = program.experiment([(host.address, host.port, host.user, ["cpu"]) for host in self.lab.hosts])
        file = self.lab.folder / "check.lockstep.json"
        file.write_text(json.dumps(document))
        home = self.lab.folder / "checking"
        home.mkdir()
        done = subprocess.run([*self.lab.desktop.enter, program.LOCKSTEP, "check", file, "--json", *self.lab.options()],
                              env=program.clean_environment(home), stdin=subprocess.DEVNULL, capture_output=True,
                              text=True, timeout=120)
        pairs = program.last_object(done.stdout)["network"]
        self.assertEqual(len(pairs), 3, pairs)
        for pair in pairs:
            self.assertEqual((pair.get("first_interface"), pair.get("second_interface")), ("eth1", "eth1"), pair)


if __name__ == "__main__":
    lab.enter()
    unittest.main(verbosity=2)
