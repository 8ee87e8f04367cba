# SPDX-FileCopyrightText: The Lockstep authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""A window with real hosts to reach: servers of OpenSSH on this computer, and a person whose key they know."""
import pathlib
import shutil
import sys

from drive_case import DriveCase

sys.path.append(str(pathlib.Path(__file__).resolve().parents[2] / "end_to_end"))
from local_hosts import Cluster, free_port  # noqa: E402

DEPLOYING = 240  # seconds, to copy the engine to every host of a busy machine


class HostsCase(DriveCase):
    """`hosts` servers at 127.0.0.2, 127.0.0.3, ..., all at self.port."""
    hosts = 2

    def setUp(self):
        super().setUp()
        self.port = free_port("127.0.0.2")
        self.cluster = Cluster(self.hosts, self.port)
        self.addCleanup(self.cluster.__exit__)
        self.ssh = self.home / ".ssh"
        self.ssh.mkdir(mode=0o700)
        shutil.copy(self.cluster.identity, self.ssh / "id_ed25519")

    def trust_hosts(self):
        """As after an earlier connection."""
        shutil.copy(self.cluster.known_hosts, self.ssh / "known_hosts")
        self.remember_tests()

    def remember_tests(self, *further):
        """These hosts, and those at further addresses, were tested earlier: a run of them begins at once."""
        user = self.cluster.hosts[0].user
        addresses = [host.address for host in self.cluster.hosts] + list(further)
        (self.config / "lockstep").mkdir(parents=True, exist_ok=True)
        with open(self.config / "lockstep" / "lockstep.conf", "w") as settings:
            settings.write("[hosts]\ntested=" + ", ".join(f"{user}@{at}:{self.port}" for at in addresses) + "\n")

    def drawn_hosts(self, devices=("cpu",)):
        """A topology of all of them, in a row."""
        hosts = [{"id": f"host-{index}", "name": f"cpu-{index}", "connection": "ssh", "address": host.address,
                  "port": host.port, "user": host.user, "devices": list(devices),
                  "position": {"x": 312 * index, "y": 0}} for index, host in enumerate(self.cluster.hosts, 1)]
        links = [{"from": "host-1", "to": host["id"], "bandwidth_mbps": 1000} for host in hosts[1:]]
        return {"hosts": hosts, "links": links}
