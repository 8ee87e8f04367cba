#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Lockstep authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs over several hosts behind real SSH servers: deployment, mirrors, cuts, deaths."""
import json
import os
import pathlib
import signal
import subprocess
import time
import unittest

import program
from local_hosts import Cluster, Relay, wait_until


class SshHosts(unittest.TestCase):
    count = 2

    def setUp(self):
        self.cluster = Cluster(self.count)
        self.addCleanup(self.cluster.__exit__)
        self.home = self.cluster.folder / "desktop"
        self.home.mkdir()
        self.started = []

    def tearDown(self):
        for process in self.started:
            if process.poll() is None:
                process.kill()
            process.communicate(timeout=10)

    def write_experiment(self, devices=("cpu",), relay=None, **training):
        hosts = [(host.address, host.port, host.user, list(devices)) for host in self.cluster.hosts]
        if relay:
            hosts[1] = ("127.0.0.1", relay.port, hosts[1][2], hosts[1][3])
            with open(self.cluster.known_hosts, "a") as file:
                file.write(self.cluster.hosts[1].known_hosts_line(relay.port, "127.0.0.1"))
        path = self.home / "experiment.lockstep.json"
        path.write_text(json.dumps(program.experiment(hosts, **training)))
        return path

    def start(self, arguments):
        process = subprocess.Popen([program.LOCKSTEP, *map(str, arguments), *self.cluster.options()],
                                   env=program.clean_environment(self.home), stdin=subprocess.DEVNULL,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.started.append(process)
        return process

    def finish(self, process, timeout=120):
        out, err = process.communicate(timeout=timeout)
        return program.last_object(out), err

    def the_run(self):
        """The mirror folder of the only run, once it is there."""
        runs = self.home / ".local" / "share" / "lockstep" / "runs"
        found = wait_until(lambda: sorted(runs.glob("*")) if runs.exists() else [], 60, "a run folder")
        self.assertEqual(len(found), 1)
        return found[0]

    def wait_for_step(self, folder, rank, step, seconds=90):
        path = folder / "attempt-1" / f"rank-{rank}.jsonl"
        wait_until(lambda: path.exists() and f'"step":{step},' in path.read_text(), seconds, f"step {step}")

    def assert_mirrors_are_exact(self, folder, attempt="attempt-1"):
        """Every journal and log of every host equals its mirror, and no record is missing or doubled."""
        compared = 0
        for index, host in enumerate(self.cluster.hosts):
            for original in sorted((host.run_folder(folder.name, index) / attempt).iterdir()):
                if original.suffix not in (".jsonl", ".log"):
                    continue
                self.assertEqual((folder / attempt / original.name).read_bytes(), original.read_bytes(), original)
                if original.suffix == ".jsonl":
                    program.assert_complete(original)
                compared += 1
        self.assertGreaterEqual(compared, 4 * len(self.cluster.hosts) - 1)

    def assert_nothing_is_left(self, seconds=10):
        wait_until(lambda: not any(host.processes() for host in self.cluster.hosts), seconds,
                   f"every process gone ({[host.processes() for host in self.cluster.hosts]})")

    def test_deploys_trains_and_mirrors(self):
        path = self.write_experiment(epochs=1)
        result, _ = self.finish(self.start(["run", path, "--json"]), 180)
        self.assertEqual(result["state"], "finished", result)
        self.assertEqual(len(result["weight_hashes"]), self.count)
        self.assertEqual(len(set(result["weight_hashes"])), 1)
        self.assertGreater(result["validation_accuracy"], 0.9)
        self.assert_mirrors_are_exact(pathlib.Path(result["folder"]))
        self.assert_nothing_is_left()
        for host in self.cluster.hosts:
            self.assertEqual(len(list((host.home / ".lockstep" / "engine").iterdir())), 1)

    def test_killing_the_desktop_loses_and_doubles_nothing(self):
        path = self.write_experiment(epochs=12)
        process = self.start(["run", path, "--json"])
        folder = self.the_run()
        self.wait_for_step(folder, 1, 20)
        process.send_signal(signal.SIGKILL)
        process.communicate(timeout=10)
        seen = len((folder / "attempt-1" / "rank-0.jsonl").read_bytes())
        time.sleep(2)
        original = self.cluster.hosts[0].run_folder(folder.name, 0) / "attempt-1" / "rank-0.jsonl"
        self.assertGreater(original.stat().st_size, seen, "training went on without the desktop")
        result, err = self.finish(self.start(["attach", folder.name, "--json"]), 240)
        self.assertEqual(result["state"], "finished", err)
        self.assert_mirrors_are_exact(folder)
        self.assert_nothing_is_left()

    def test_a_cut_of_thirty_seconds_loses_and_doubles_nothing(self):
        target = self.cluster.hosts[1]
        relay = Relay(target.address, target.port)
        self.addCleanup(relay.close)
        path = self.write_experiment(relay=relay, epochs=400)
        process = self.start(["run", path, "--json"])
        folder = self.the_run()
        self.wait_for_step(folder, 1, 20)
        relay.cut.set()
        time.sleep(30)
        self.assertGreater(relay.swallowed, 0, "the cut hit a live connection")
        relay.cut.clear()
        mirror = folder / "attempt-1" / "rank-1.jsonl"
        size = mirror.stat().st_size
        wait_until(lambda: mirror.stat().st_size > size, 45, "the mirror grows again after the cut")
        self.finish(self.start(["stop", folder.name, "--json"]), 60)
        result, err = self.finish(process, 60)
        self.assertEqual(result["state"], "stopped", err)
        self.assert_mirrors_are_exact(folder)
        self.assert_nothing_is_left()

    def test_a_killed_rank_ends_the_attempt_everywhere_and_is_named(self):
        path = self.write_experiment(epochs=40)
        process = self.start(["run", path, "--json"])
        folder = self.the_run()
        self.wait_for_step(folder, 1, 20)
        victims = [pid for pid, line in self.cluster.hosts[1].processes().items() if " train" in line]
        self.assertEqual(len(victims), 1)
        os.kill(victims[0], signal.SIGKILL)
        died = time.monotonic()
        ranks = lambda: [line for host in self.cluster.hosts for line in host.processes().values() if " train" in line]
        wait_until(lambda: not ranks(), 5, "no rank is left on any host")
        print(f"ended everywhere {time.monotonic() - died:.2f} s after the kill")
        result, err = self.finish(process, 30)
        self.assertEqual(result["state"], "failed", err)
        self.assertIn("rank 1", result["message"].lower())
        self.assertNotEqual(process.returncode, 0)
        self.assert_mirrors_are_exact(folder)
        self.assert_nothing_is_left()

    def test_a_changed_host_key_is_refused(self):
        other = (self.cluster.folder / "id.pub").read_text().split()[:2]
        host = self.cluster.hosts[1]
        lines = [self.cluster.hosts[0].known_hosts_line(), f"[{host.address}]:{host.port} {other[0]} {other[1]}\n"]
        self.cluster.known_hosts.write_text("".join(lines))
        process = self.start(["run", self.write_experiment(epochs=1), "--json"])
        result, err = self.finish(process, 60)
        self.assertEqual(process.returncode, 8, err)
        self.assertIn("host 1", result["message"])
        self.assertFalse((host.home / ".lockstep").exists(), "nothing was sent to the impostor")


class ThreeHosts(SshHosts):
    count = 3
    test_killing_the_desktop_loses_and_doubles_nothing = None
    test_a_cut_of_thirty_seconds_loses_and_doubles_nothing = None
    test_a_changed_host_key_is_refused = None


if __name__ == "__main__":
    unittest.main(verbosity=2)
