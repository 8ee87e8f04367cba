# SPDX-FileCopyrightText: The Lockstep authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Somebody who knows all of a run but its token, and claims to be one of its ranks and supervisors, again and again."""
import hashlib
import re
import socket
import struct
import threading

LISTENING = "0A"
RANK, LEASE = 0, 1  # kinds of links (engine/distributed/authenticated_link.h)
LINK_VERSION = 2
CHALLENGE_BYTES = 64
THREADS = 12  # so many stand at the doors at the same time


def listening_ports(place, besides):
    """Of the programs in a place (lab.py), but for one port."""
    with open(f"/proc/{place.holder.pid}/net/tcp") as table:
        sockets = re.findall(r"^ *\d+: \w+:(\w+) \w+:\w+ (\w+)", table.read(), re.MULTILINE)
    return {int(port, 16) for port, state in sockets if state == LISTENING} - {besides}


class Forger:
    """Knocks from threads of its own while the context lasts. `sent` hellos went out, of which `challenged` were
    answered with a challenge; `believed` counts proofs that were taken for true."""

    def __init__(self, run, host, chance):
        self.run, self.host, self.chance = run, host, chance
        self.place = run.lab.places[host]
        self.ports = sorted(listening_ports(self.place, run.lab.hosts[host].port))
        self.sent = self.challenged = self.believed = 0
        self.first = run.attempt()
        self.over = threading.Event()
        self.threads = [threading.Thread(target=self.work) for _ in range(THREADS)]

    def hello(self):
        kind = self.chance.choice((RANK, LEASE))
        members = self.run.ranks if kind == RANK else self.run.hosts
        mine = [rank for rank in self.run.ranks if self.run.host_of(rank) == self.host] if kind == RANK else [self.host]
        attempt = self.first + self.chance.randrange(2)
        return (b"LOCKSTEP" + struct.pack("<II", LINK_VERSION, kind) + hashlib.sha256(self.run.name.encode()).digest() +
                struct.pack("<IIII", attempt, len(members), self.chance.choice(members), self.chance.choice(mine)) +
                self.chance.randbytes(64))

    def knock(self, port):
        with socket.create_connection((self.place.address, port), 2) as link:
            link.settimeout(0.3)
            link.sendall(self.hello())
            self.sent += 1
            challenge = link.recv(CHALLENGE_BYTES, socket.MSG_WAITALL)
            if len(challenge) == CHALLENGE_BYTES:
                self.challenged += 1
                link.sendall(self.chance.randbytes(32))
                self.believed += bool(link.recv(1))

    def work(self):
        while not self.over.is_set():
            try:
                self.knock(self.chance.choice(self.ports))
            except OSError:
                self.over.wait(0.01)  # turned away, or nobody listens between two attempts

    def __enter__(self):
        for thread in self.threads:
            thread.start()
        return self

    def __exit__(self, *_):
        self.over.set()
        for thread in self.threads:
            thread.join(30)
