# SPDX-FileCopyrightText: The Lockstep authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Faults of hosts, networks and desktops, each injected into a run in the laboratory (lab_run.py) with what must follow.

A fault is a function of a run and of a source of random numbers. It does its harm, undoes what can be undone, and
returns an Outcome once that has landed.
"""
import dataclasses
import os
import random
import signal
import socket
import subprocess
import time

from lab_forger import Forger, listening_ports
from local_hosts import wait_until

BLINK_S = 2  # shorter than anybody's patience
LEASE_S = 8  # after so much silence supervisors give each other up
NOTICED_S = 60  # within which a desktop has everything again; on a busy computer


@dataclasses.dataclass
class Outcome:
    what: str  # was done, for those who read why a test failed
    landed: int  # how much of it met something: packets, processes, connections
    ends: bool = False  # the attempt
    culprits: frozenset = frozenset()  # the ranks of which one must be named on every host; empty: any, or none
    gone: frozenset = frozenset()  # hosts whose supervisor is no more
    alone: bool = True  # the hosts go on by themselves, or the desktop has them go on
    spoilt: int = -1  # the step of a checkpoint that must be passed over


def kill(pid, number):
    os.kill(pid, number)
    return 1


# What ends an attempt

def rank_killed(run, chance):
    attempt, rank = run.attempt(), chance.choice(run.ranks)
    number = chance.choice((signal.SIGKILL, signal.SIGSEGV, signal.SIGABRT))
    landed = kill(run.rank_process(attempt, rank), number)
    return Outcome(f"rank {rank} gets {number.name}", landed, True, frozenset({rank}))


def rank_killed_in_a_crowd(run, chance):
    """While programs begin and end all the time, as on a host that others use: supervisors look at all processes."""
    attempt, rank = run.attempt(), chance.choice(run.ranks)
    crowd = subprocess.Popen(["sh", "-c", "trap 'echo $count; exit' TERM; while :; do /bin/true; count=$((count + 1)); done"],
                             stdout=subprocess.PIPE, text=True)
    try:
        kill(run.rank_process(attempt, rank), signal.SIGKILL)
        run.wait_for_end(attempt)
    finally:
        crowd.terminate()
        ended = int(crowd.communicate(timeout=NOTICED_S)[0])
    return Outcome(f"rank {rank} is killed while {ended} other programs come and go", ended, True, frozenset({rank}))


def rank_frozen(run, chance):
    attempt, rank = run.attempt(), chance.choice(run.ranks)
    landed = kill(run.rank_process(attempt, rank), signal.SIGSTOP)
    run.wait_for_end(attempt)
    return Outcome(f"rank {rank} is stopped", landed, True, frozenset({rank}))


def host_cut(run, chance):
    attempt, host = run.attempt(), chance.choice(run.hosts)
    with run.lab.cut(run.lab.places[host]) as cut:
        run.wait_for_end(attempt)
        return Outcome(f"no packet reaches or leaves host {host}", cut.packets(), True)


def pair_cut(run, chance):
    attempt, (one, other) = run.attempt(), chance.sample(run.hosts, 2)
    with run.lab.cut(run.lab.places[one], run.lab.places[other]) as cut:
        run.wait_for_end(attempt)
        return Outcome(f"no packet passes between hosts {one} and {other}", cut.packets(), True)


def connections_reset(run, chance):
    return reset_between(run, chance, *chance.sample(run.hosts, 2))


def reset_between(run, chance, one, other):
    attempt = run.attempt()
    with run.lab.reset(run.lab.places[one], run.lab.places[other]) as reset:
        wait_until(reset.packets, NOTICED_S, "a packet between two hosts")
        time.sleep(chance.uniform(0, 1))
        run.wait_for_end(attempt)
        # It looks as if the other supervisor had died. Whether it has is for the lead to say, on rank 0's host.
        return Outcome(f"connections between hosts {one} and {other} are reset", reset.packets(), True,
                       alone=0 not in (one, other))


def checkpoint_spoilt(run, chance):
    """The newest one of which nobody has read anything since."""
    def manifests():
        return sorted(run.folder(0).glob("checkpoints/step-*/manifest.json"))
    wait_until(manifests, NOTICED_S, "a checkpoint")
    attempt, rank = run.attempt(), chance.choice(run.ranks)
    landed = kill(run.rank_process(attempt, rank), signal.SIGKILL)
    newest = manifests()[-1].parent
    with open(newest / "model.safetensors", "r+b") as file:
        file.seek(-1, 2)
        byte = file.read(1)[0]
        file.seek(-1, 2)
        file.write(bytes([byte ^ 1 << chance.randrange(8)]))
    return Outcome(f"a bit of {newest.name} is flipped, then rank {rank} killed", landed, True, frozenset({rank}),
                   spoilt=int(newest.name[5:]))


def forgers_at_the_door(run, chance):
    """While the ranks and supervisors of the next attempt meet."""
    attempt, rank, host = run.attempt(), chance.choice(run.ranks), chance.choice(run.hosts)
    with Forger(run, host, random.Random(chance.random())) as forger:
        kill(run.rank_process(attempt, rank), signal.SIGKILL)
        run.wait_for_end(attempt)
        run.wait(lambda: run.attempt() > attempt, NOTICED_S, "another attempt")
        run.wait_for_steps(3)
    assert forger.believed == 0, f"{forger.believed} of {forger.challenged} forged proofs were believed"
    return Outcome(f"rank {rank} is killed, and {forger.sent} forged hellos ({forger.challenged} challenged) meet the next "
                   f"attempt on host {host}", forger.sent, True, frozenset({rank}))


def supervisor_killed(run, chance):
    host = chance.choice(run.hosts)
    landed = kill(run.supervisor(host), signal.SIGKILL)
    return Outcome(f"the supervisor of host {host} is killed", landed, True, gone=frozenset({host}),
                   alone=run.desktop_began)


# What no attempt may end of

def host_blinked(run, chance):
    host = chance.choice(run.hosts)
    with run.lab.cut(run.lab.places[host]) as cut:
        # Supervisors say something every second.
        time.sleep(chance.uniform(1, BLINK_S))
        return Outcome(f"no packet reaches or leaves host {host} for a moment", cut.packets())


def host_paused(run, chance):
    host = chance.choice(run.hosts)
    processes = list(run.lab.hosts[host].processes())
    for pid in processes:
        kill(pid, signal.SIGSTOP)
    time.sleep(chance.uniform(0.2, BLINK_S))
    for pid in processes:
        kill(pid, signal.SIGCONT)
    return Outcome(f"host {host} stands still for a moment", len(processes))


def rank_starved(run, chance):
    """Five of a hundred milliseconds are all that it gets, as on a host that others use."""
    rank = chance.choice(run.ranks)
    pid, turns = run.rank_process(run.attempt(), rank), 0
    end = time.monotonic() + chance.uniform(2, 6)
    while time.monotonic() < end:
        turns += kill(pid, signal.SIGSTOP)
        time.sleep(0.095)
        kill(pid, signal.SIGCONT)
        time.sleep(0.005)
    return Outcome(f"rank {rank} gets a twentieth of its time", turns)


def network_slowed(run, chance):
    host, mbps = chance.choice(run.hosts), chance.choice((2, 5, 20))
    before = max(run.steps(run.attempt()))
    run.lab.places[host].limit(mbps)
    time.sleep(chance.uniform(1, 4))
    run.lab.places[host].limit(None)
    return Outcome(f"host {host} has {mbps} Mbit/s for a moment", int(before >= 0))


def packets_lost(run, chance):
    host = chance.choice(run.hosts)
    with run.lab.lose(run.lab.places[host], 10) as loss:
        time.sleep(chance.uniform(1, 4))
        wait_until(loss.packets, NOTICED_S, "a lost packet")
        return Outcome(f"one of ten packets of host {host} is lost for a moment", loss.packets())


def strangers_knocked(run, chance):
    """At every port of a host's engines, with no bytes, some, or many; some stay."""
    host = chance.choice(run.hosts)
    place, landed = run.lab.places[host], 0
    ports = listening_ports(place, run.lab.hosts[host].port)
    for port in ports:
        for content in (b"", b"abc", bytes(8), b"\xff" * 64, chance.randbytes(100_000)):
            try:
                with socket.create_connection((place.address, port), 5) as stranger:
                    landed += 1
                    stranger.settimeout(0.2)
                    stranger.sendall(content)
                    stranger.recv(1000)
            except OSError:
                pass  # turned away
    return Outcome(f"strangers knock at {len(ports)} ports of host {host}", landed)


def watched(run, host):
    """Until the desktop has all that the host has had just now."""
    sizes = {path: path.stat().st_size for path in run.folder(host).glob(f"attempt-{run.attempt()}/rank-*.jsonl")}

    def caught_up():
        return all((run.mirror / path.parent.name / path.name).exists() and
                   (run.mirror / path.parent.name / path.name).stat().st_size >= size for path, size in sizes.items())
    run.wait(caught_up, NOTICED_S, f"the desktop has what host {host} has told")


def desktop_cut(run, chance):
    host = chance.choice(run.hosts)
    with run.lab.cut(run.lab.places[host], run.lab.desktop) as cut:
        wait_until(cut.packets, NOTICED_S, "a packet on its way to the desktop")
        time.sleep(chance.uniform(1, 15))
        met = cut.packets()
    watched(run, host)
    return Outcome(f"no packet passes between the desktop and host {host} for a while", met)


def desktop_killed(run, chance):
    run.kill_desktop()
    time.sleep(chance.uniform(0, 2))
    run.start_desktop("attach", run.name)
    watched(run, chance.choice(run.hosts))
    return Outcome("the desktop is killed and another one comes", 1)


def session_killed(run, chance):
    host = chance.choice(run.hosts)
    session = wait_until(lambda: run.session(host), NOTICED_S, "a connection of the desktop")
    landed = kill(session, signal.SIGKILL)
    watched(run, host)
    return Outcome(f"the sshd of the desktop's connection to host {host} is killed", landed)


def session_frozen(run, chance):
    host = chance.choice(run.hosts)
    session = wait_until(lambda: run.session(host), NOTICED_S, "a connection of the desktop")
    landed = kill(session, signal.SIGSTOP)
    watched(run, host)
    kill(session, signal.SIGKILL)
    return Outcome(f"the sshd of the desktop's connection to host {host} is stopped", landed)


FATAL = (rank_killed, rank_killed_in_a_crowd, rank_frozen, host_cut, pair_cut, connections_reset, checkpoint_spoilt,
         forgers_at_the_door, supervisor_killed)
HARMLESS = (host_blinked, host_paused, rank_starved, network_slowed, packets_lost, strangers_knocked, desktop_cut,
            desktop_killed, session_killed, session_frozen)
