# SPDX-FileCopyrightText: The Lockstep authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""A laboratory on this computer: hosts in network namespaces, each with its own address and sshd, and a desktop in one
more, joined by a router whose links can be cut, slowed and made to lose packets.

All of it lies in namespaces of the test's own: however the test ends, the kernel takes down processes, networks and
rules. Root needs no more than that; others need to be allowed user namespaces, as on Debian.
"""
import json
import os
import re
import subprocess
import sys

from local_hosts import Cluster

INSIDE = "LOCKSTEP_TEST_INSIDE_LAB"
TIME_LIMIT = 30


def enter():
    """Goes on with this program as the router of a laboratory. Call it before anything else is done."""
    if INSIDE not in os.environ:
        rights = [] if os.geteuid() == 0 else ["--user", "--map-current-user", "--keep-caps"]
        os.execvpe("unshare", ["unshare", *rights, "--net", "--mount", "--pid", "--mount-proc", "--fork", "--kill-child",
                               sys.executable, "-B", *sys.argv], {**os.environ, INSIDE: "1"})
    test = os.fork()
    if test == 0:
        del os.environ[INSIDE]
        return
    # The first process of the namespace inherits orphans, and buries them here: supervisors leave some.
    while True:
        ended, status = os.wait()
        if ended == test:
            code = os.waitstatus_to_exitcode(status)
            os._exit(code if code >= 0 else 128 - code)


def run(*command, text=None):
    done = subprocess.run(list(map(str, command)), input=text, capture_output=True, text=True, timeout=TIME_LIMIT)
    if done.returncode != 0:
        raise AssertionError(f"{' '.join(map(str, command))}: {done.stderr}")
    return done.stdout


class Place:
    """A network namespace with one address, joined to the router."""
    usual_mbps = None  # both ways; None: as many as there are

    def __init__(self, number):
        self.address = f"10.77.{number}.2"
        self.link = f"lab{number}"  # the router's end
        self.holder = subprocess.Popen(["unshare", "--net", "sh", "-c", "echo; exec sleep infinity"],
                                       stdout=subprocess.PIPE, start_new_session=True)
        self.holder.stdout.readline()  # now the namespace is there
        self.enter = ["nsenter", f"--net=/proc/{self.holder.pid}/ns/net"]
        run("ip", "link", "add", self.link, "type", "veth", "peer", "name", "eth0", "netns", self.holder.pid)
        run("ip", "address", "add", f"10.77.{number}.1/24", "dev", self.link)
        run("ip", "link", "set", self.link, "up")
        for command in (f"address add {self.address}/24 dev eth0", "link set eth0 up", "link set lo up",
                        f"route add default via 10.77.{number}.1"):
            run(*self.enter, "ip", *command.split())

    def limit(self, mbps):
        """So many Mbit/s both ways; None: as usual."""
        mbps = mbps or self.usual_mbps
        for enter, device in (([], self.link), (self.enter, "eth0")):
            if mbps:
                run(*enter, "tc", "qdisc", "replace", "dev", device, "root", "tbf", "rate", f"{mbps}mbit",
                    "burst", "16kb", "latency", "200ms")
            else:
                run(*enter, "tc", "qdisc", "delete", "dev", device, "root")

    def close(self):
        run("ip", "link", "delete", self.link)  # the namespace itself goes when its last process has gone
        self.holder.kill()
        self.holder.wait(TIME_LIMIT)
        self.holder.stdout.close()


class Harm:
    """What the router does to packets between some places, until it is mended. A context manager."""

    def __init__(self, matches, action):
        self.handles = []
        for match in matches:
            said = run("nft", "--echo", "--handle", "add", "rule", "ip", "lab", "forward", *match.split(), "counter",
                       *action.split())
            self.handles.append(re.search(r"# handle (\d+)", said).group(1))

    def packets(self):
        """How many it has met so far."""
        rules = json.loads(run("nft", "--json", "--handle", "list", "chain", "ip", "lab", "forward"))["nftables"]
        mine = [each["rule"] for each in rules if str(each.get("rule", {}).get("handle")) in self.handles]
        return sum(part["counter"]["packets"] for rule in mine for part in rule["expr"] if "counter" in part)

    def mend(self):
        """Returns how many packets it has met in all."""
        met = self.packets()
        for handle in self.handles:
            run("nft", "delete", "rule", "ip", "lab", "forward", "handle", handle)
        self.handles = []
        return met

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.mend()


class Lab(Cluster):
    """So many hosts at port 2222 of addresses of their own, and a desktop. A context manager."""

    def __init__(self, count):
        with open("/proc/sys/net/ipv4/ip_forward", "w") as file:
            file.write("1\n")
        run("ip", "link", "set", "lo", "up")
        run("nft", "-f", "-", text="add table ip lab\n"
                                   "add chain ip lab forward { type filter hook forward priority 0; policy accept; }\n")
        self.places = []
        self.places = [Place(number + 1) for number in range(count)]
        self.desktop = Place(count + 1)
        super().__init__(count, port=2222, places=self.places)

    def __exit__(self, *_):
        super().__exit__()
        for place in (*self.places, self.desktop):
            place.close()

    def cut(self, place, other=None):
        """No packet between these two passes, or none to or from the first; nobody is told."""
        return Harm(self._ways(place, other), "drop")

    def lose(self, place, percent):
        """So many of a hundred packets to and from it, chosen by chance, are lost."""
        return Harm([f"{way} numgen random mod 100 < {percent}" for way in self._ways(place, None)], "drop")

    def reset(self, place, other=None):
        """Connections between them, or all of the first, are torn down by whatever they send."""
        return Harm([f"{way} meta l4proto tcp" for way in self._ways(place, other)], "reject with tcp reset")

    @staticmethod
    def _ways(place, other):
        if other:
            return [f"ip saddr {a.address} ip daddr {b.address}" for a, b in ((place, other), (other, place))]
        return [f"ip saddr {place.address}", f"ip daddr {place.address}"]
