#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Lockstep authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Two people at two desktops, and the same hosts: what hosts keep, adopting, ending and removing it."""
import json
import os
import subprocess
import unittest

import program
from local_hosts import Cluster, wait_until


class Desktop:
    """A home folder of its own."""

    def __init__(self, cluster, name):
        self.cluster = cluster
        self.home = cluster.folder / name
        self.home.mkdir()
        self.runs = self.home / ".local" / "share" / "lockstep" / "runs"

    def start(self, *arguments, **environment):
        return subprocess.Popen([program.LOCKSTEP, *map(str, arguments), *self.cluster.options()],
                                env={**program.clean_environment(self.home), **environment}, stdin=subprocess.DEVNULL,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def ask(self, *arguments):
        """The exit code, what JSON was printed, and the error output."""
        process = self.start(*arguments, "--json")
        out, err = process.communicate(timeout=120)
        return process.returncode, json.loads(out.splitlines()[-1]) if out.strip() else None, err


class OtherDesktops(unittest.TestCase):
    def setUp(self):
        self.cluster = Cluster(2)
        self.addCleanup(self.cluster.__exit__)
        self.ada, self.ben = Desktop(self.cluster, "ada"), Desktop(self.cluster, "ben")
        hosts = [(host.address, host.port, host.user, ["cpu"]) for host in self.cluster.hosts]
        self.experiment = self.cluster.folder / "experiment.lockstep.json"
        self.experiment.write_text(json.dumps(program.experiment(hosts, epochs=400)))

    def begin(self):
        """Ada's run, once it trains; its id too."""
        process = self.ada.start("run", self.experiment, "--json")
        self.addCleanup(process.kill)
        journal = wait_until(lambda: sorted(self.ada.runs.glob("*/attempt-1/rank-1.jsonl")) if self.ada.runs.exists()
                             else [], 90, "a journal")[0]
        wait_until(lambda: '"step":20,' in journal.read_text(), 90, "step 20")
        return process, journal.parts[-3]

    def login(self, index):
        host = self.cluster.hosts[index]
        return f"{host.user}@{host.address}:{host.port}"

    def test_a_run_of_another_desktop_is_listed_adopted_ended_and_removed(self):
        theirs, run = self.begin()
        code, hosts, err = self.ben.ask("hosts", self.experiment)
        self.assertEqual(code, 0, err)
        self.assertEqual(len(hosts), 2)
        for index, host in enumerate(hosts):
            self.assertEqual([kept["run"] for kept in host["runs"]], [run])
            kept = host["runs"][0]
            self.assertEqual((kept["state"], kept["name"], kept["ranks"], kept["yours"]),
                             ("training", "End to end", [index], False))
            self.assertEqual(kept["processes"], 1)
            folder = self.cluster.hosts[index].run_folder(run, index)
            self.assertGreater(kept["bytes"], (folder / "attempt-1" / f"rank-{index}.log").stat().st_size)
            engine = host["deployments"][0]
            self.assertEqual((engine["kind"], engine["use"], engine["runs"]), ("engine", "running", [run]))

        # What goes on stays, and so does what it runs from.
        code, hosts, err = self.ben.ask("hosts", self.login(0), "--remove", run)
        self.assertEqual(code, 1)
        self.assertIn("still going on", err)
        code, hosts, err = self.ben.ask("hosts", self.login(0), "--remove", engine["name"][:8])
        self.assertEqual(code, 1)
        self.assertIn("uses this deployment", err)
        code, hosts, err = self.ben.ask("hosts", self.login(0), "--remove", "ended", "--remove", "unused")
        self.assertEqual((code, len(hosts[0]["runs"]), len(hosts[0]["deployments"])), (0, 1, 1), err)

        # Found on one host, the other is known from the experiment.
        code, hosts, err = self.ben.ask("hosts", self.login(0), "--adopt", run[:20])
        self.assertEqual(code, 0, err)
        self.assertTrue(hosts[0]["runs"][0]["yours"])
        ours = self.ben.start("attach", run, "--json")
        self.addCleanup(ours.kill)
        mirror = self.ben.runs / run / "attempt-1" / "rank-1.jsonl"
        wait_until(lambda: mirror.exists() and '"step":30,' in mirror.read_text(), 60, "step 30 on the other desktop")
        code, hosts, err = self.ben.ask("hosts", self.login(1), "--end", run)
        self.assertEqual(code, 0, err)
        for process in (theirs, ours):
            out, err = process.communicate(timeout=60)
            self.assertEqual(program.last_object(out)["state"], "stopped", err)
            self.assertIn(f"lockstep resume {run}", err)
        code, _, err = self.ada.ask("stop", run)
        self.assertIn("had ended already", err)
        self.assertNotIn("Connecting", err)  # it is shown from the disk
        for index, host in enumerate(self.cluster.hosts):
            for original in sorted((host.run_folder(run, index) / "attempt-1").iterdir()):
                for desktop in (self.ada, self.ben):
                    copy = desktop.runs / run / "attempt-1" / original.name
                    self.assertEqual(copy.read_bytes(), original.read_bytes(), copy)

        code, hosts, err = self.ben.ask("hosts", self.experiment, "--remove", "ended")
        self.assertEqual((code, [host["runs"] for host in hosts]), (0, [[], []]), err)
        for index, host in enumerate(self.cluster.hosts):
            self.assertFalse(host.run_folder(run, index).parent.exists())
        self.assertTrue((self.ada.runs / run / "run.json").exists())

    def test_what_is_not_there_or_not_reached_is_said(self):
        code, hosts, err = self.ben.ask("hosts", self.login(0), "--adopt", "20991231")
        self.assertEqual(code, 1)
        self.assertIn("keeps anything called 20991231", err)
        code, hosts, err = self.ben.ask("hosts", f"{self.cluster.hosts[0].user}@127.0.0.2:1")
        self.assertEqual(code, 8, err)
        self.assertTrue(hosts[0]["error"])
        code, hosts, err = self.ben.ask("hosts", "116")
        self.assertEqual((code, hosts), (2, None))
        self.assertIn("0.0.0.116", err)
        chinese = self.ben.start("hosts", self.login(0), LC_ALL="zh_CN.UTF-8")
        out, err = chinese.communicate(timeout=120)
        self.assertTrue(out.startswith("127.0.0.2："), out + err)
        code, hosts, err = self.ben.ask("hosts")  # this computer, whose home here is empty
        self.assertEqual((code, hosts[0]["runs"], hosts[0]["deployments"]), (0, [], []), err)


if __name__ == "__main__":
    unittest.main(verbosity=2)
