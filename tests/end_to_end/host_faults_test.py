#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Lockstep authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Four hosts with two ranks each, and faults of hosts: connections torn down, slow ranks, wrong clocks, thin
wires to the desktop, disks without room. LOCKSTEP_STARVED_SECONDS: how long ranks are slow (sixty rank-hours among the
long tests)."""
import os
import pathlib
import subprocess
import time
import unittest

import lab_faults
import program
from lab import enter, run as command
from lab_case import LabCase
from lab_run import sentence
from local_hosts import wait_until
from run_check import read_records

DAY = 86400
RECORDS_LATE_S = 8
TOLD_S = 10  # usually a fraction of a second
WRONG_CLOCK = program.BINARIES.parent / "tests" / "liblockstep_wrong_clock.so"


def resident_bytes(pid):
    pages = int(pathlib.Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


class HostFaults(LabCase):
    def test_connections_torn_down_between_two_hosts_end_no_run(self):
        run = self.train()
        attempt = run.wait_for_steps(10)
        outcome = lab_faults.reset_between(run, self.chance, 1, 2)
        self.assertGreater(outcome.landed, 0)
        self.assertEqual(run.wait_for_steps(10), attempt + 1, "the attempt after it trains")
        self.end(run)

    def test_a_rank_with_a_twentieth_of_its_core_is_not_lost(self):
        run = self.train(restarts=0)
        run.wait_for_steps(5)
        seconds = float(os.environ.get("LOCKSTEP_STARVED_SECONDS") or (27000 if "LOCKSTEP_LONG" in os.environ else 15))
        end, turns = time.monotonic() + seconds, 0
        while time.monotonic() < end:
            turns += lab_faults.rank_starved(run, self.chance).landed
        self.assertGreater(turns, 50)
        self.assertEqual(run.wait_for_steps(3), 1, run.ends(1))
        self.end(run)
        print(f"{len(run.ranks) * seconds / 3600:.1f} rank-hours, {turns} pauses, nobody was lost")

    def test_clocks_that_are_wrong_and_jump_change_nothing(self):
        offsets = [-3650 * DAY, DAY, 0, 0]
        clocks = [host.folder / "clock" for host in self.lab.hosts]
        for host, clock, offset in zip(self.lab.hosts, clocks, offsets):
            clock.write_text(str(offset))
            # The address sanitizer wants to be the first library of a program.
            host.set_environment(LD_PRELOAD=WRONG_CLOCK, LOCKSTEP_TEST_CLOCK=clock, ASAN_OPTIONS="verify_asan_link_order=0")
        run = self.train(restarts=0)
        run.wait_for_steps(30)
        for jump in (-DAY, DAY, -7 * DAY, 0):
            for host in (2, 3):
                clocks[host].write_text(str(jump if host == 2 else -jump))
            self.assertEqual(run.wait_for_steps(40), 1, run.ends(1))
        self.end(run)
        told = [[record["wall_ms"] for record in read_records(run.rank_journal(1, 2 * host))] for host in run.hosts]
        for host, offset in enumerate(offsets[:2]):
            self.assertAlmostEqual(told[host][0] / 1000 - time.time(), offset, delta=DAY / 2)
        for host in (2, 3):
            backwards = sum(after < before for before, after in zip(told[host], told[host][1:]))
            self.assertGreaterEqual(backwards, 2, "the clock was seen to go back")

    def test_a_thin_wire_that_loses_packets_costs_the_desktop_time_alone(self):
        run = self.train(restarts=0, log_every=1)
        run.wait_for_steps(5)
        before = resident_bytes(run.desktop.pid)
        wire = self.megabits_told_each_second(run) / 4  # however fast this computer trains, more is told than it carries
        self.lab.desktop.limit(wire)
        with self.lab.lose(self.lab.desktop, 10) as loss:
            time.sleep(600 if "LOCKSTEP_LONG" in os.environ else 20)
            run.wait(lambda: "Stale since" in run.told(), 120, "word that what is shown is old")
            lost = wait_until(loss.packets, 60, "a lost packet")
        grown = resident_bytes(run.desktop.pid) - before
        self.lab.desktop.limit(None)
        print(f"{wire:.2f} Mbit/s, {lost} packets lost, {grown / 1e6:.1f} MB more of memory")
        self.assertLess(grown, 64e6)
        self.assertEqual(run.attempt(), 1, run.ends(1))
        self.end(run)

    def test_a_log_that_grows_faster_than_its_wire_hides_nothing(self):
        """Whole in the end, and no reason to be late with anything else."""
        run = self.train(restarts=0, log_every=50)
        run.wait_for_steps(5)
        rank = 2  # of the second host
        watcher = wait_until(lambda: [pid for pid, line in self.lab.hosts[1].processes().items() if " attach" in line],
                             60, "a conversation with the desktop")[0]
        before = [resident_bytes(pid) for pid in (run.desktop.pid, watcher)]
        self.lab.desktop.limit(10)  # wide enough for the records
        alone = [self.seconds_until_told(run, rank) for _ in range(8)]
        with open(run.rank_journal(1, rank).with_suffix(".log"), "ab", buffering=0) as log:
            for number in range(200 if "LOCKSTEP_LONG" in os.environ else 16):
                log.write(b"".join(b"line %d of a rank that says too much\n" % (number * 25_000 + i) for i in range(25_000)))
            written = log.tell()
        late, mirror = [], run.mirror / "attempt-1" / f"rank-{rank}.log"
        while mirror.stat().st_size < written:
            late.append(self.seconds_until_told(run, rank))
        self.assertGreater(len(late), 10, "the log was there at once")
        grown = [resident_bytes(pid) - size for pid, size in zip((run.desktop.pid, watcher), before)]
        self.lab.desktop.limit(None)
        print(f"records {max(alone):.1f} s late at most, {max(late):.1f} beside the log; {grown[0] / 1e6:.1f} MB more of "
              f"memory at the desktop, {grown[1] / 1e6:.1f} at the host")
        self.assertLess(max(late), RECORDS_LATE_S)
        self.assertLess(max(grown), 64e6)
        self.assertEqual(run.attempt(), 1, run.ends(1))
        self.end(run)  # which compares every log

    @staticmethod
    def megabits_told_each_second(run):
        """What the records of all ranks come to."""
        def told():
            return sum(run.rank_journal(run.attempt(), rank).stat().st_size for rank in run.ranks)
        before, began = told(), time.monotonic()
        run.wait_for_steps(20)
        return 8e-6 * (told() - before) / (time.monotonic() - began)

    def seconds_until_told(self, run, rank):
        """From now until the desktop has what a rank has told so far."""
        journal = run.rank_journal(1, rank)
        size, began = journal.stat().st_size, time.monotonic()
        mirror = run.mirror / "attempt-1" / journal.name
        wait_until(lambda: mirror.exists() and mirror.stat().st_size >= size, 120, f"what rank {rank} has told")
        return time.monotonic() - began


class DisksWithoutRoom(LabCase):
    """That of rank 0's host, here one of memory."""
    hosts = 2

    def setUp(self):
        super().setUp()
        self.disk = self.lab.hosts[0].home / ".lockstep" / "runs"
        self.disk.mkdir(parents=True)
        command("mount", "-t", "tmpfs", "-o", "size=64m,nr_inodes=500,mode=0700", "lab", self.disk)
        self.addCleanup(lambda: subprocess.run(["umount", "-l", self.disk], check=True, timeout=30))

    def checkpoints(self, run):
        """The files of every checkpoint that counts."""
        return {path: path.read_bytes() for manifest in run.folder(0).glob("checkpoints/step-*/manifest.json")
                for path in manifest.parent.iterdir()}

    def warned(self, run, words):
        return any(record["kind"] == "warning" and words in str(record)
                   for record in read_records(run.rank_journal(1, 0)))

    def test_no_room_for_another_file_costs_checkpoints_and_nothing_else(self):
        run = self.train(restarts=0)
        wait_until(lambda: self.checkpoints(run), 120, "a checkpoint")
        crowd = []
        try:
            while len(crowd) < 10_000:
                crowd.append(self.disk / f"crowd-{len(crowd)}")
                crowd[-1].touch()
        except OSError:
            crowd.pop()  # it found no room
        before = self.checkpoints(run)
        wait_until(lambda: self.warned(run, "No space left on device"), 120, "a warning")
        self.assertEqual(run.wait_for_steps(10), 1, run.ends(1))
        for path, content in before.items():
            self.assertEqual(path.read_bytes(), content, path)
        for path in crowd:
            path.unlink()
        wait_until(lambda: set(self.checkpoints(run)) - set(before), 120, "another checkpoint")
        self.end(run)

    def test_a_full_disk_ends_the_run_by_name_and_spoils_no_checkpoint(self):
        run = self.train(restarts=0)
        wait_until(lambda: self.checkpoints(run), 120, "a checkpoint")
        ballast = self.disk / "ballast"
        with open(ballast, "wb", buffering=0) as file:
            try:
                while file.tell() < 1 << 30:
                    file.write(bytes(1 << 12))
            except OSError:
                pass  # full
        filled = time.monotonic()
        run.desktop.wait(300)
        told = time.monotonic() - filled
        print(f"told {told:.1f} s after the disk was full")
        self.assertLess(told, TOLD_S)
        before = self.checkpoints(run)
        self.assertTrue(before)
        told = program.last_object((run.home / "desktop.log").read_text())
        self.assertEqual(told["state"], "failed")
        self.assertIn("The disk is full", told["message"])
        for host in run.hosts:
            ends = [record for record in read_records(run.folder(host) / f"attempt-1/host-{host}.jsonl")
                    if record["kind"] == "finished"]
            self.assertEqual([("disk is full" in sentence(end)) for end in ends], [True], f"host {host}: {ends}")
        wait_until(lambda: not any(host.processes() for host in self.lab.hosts), 60, "the end of every process")
        ballast.unlink()
        run.said.close()
        run.start_desktop("resume", run.name)
        run.wait(lambda: run.attempt() == 2, 120, "another attempt")
        self.assertEqual(run.wait_for_steps(5), 2)
        newest = max(int(path.parent.name[5:]) for path in before)
        self.assertEqual(read_records(run.rank_journal(2, 0))[0]["first_step"], newest)
        self.end(run)


if __name__ == "__main__":
    enter()
    unittest.main(verbosity=2)
