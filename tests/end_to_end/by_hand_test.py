#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Lockstep authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The commands that `lockstep commands` shows do what they say: typed into a shell, on hosts behind real SSH servers."""
import json
import os
import re
import subprocess
import unittest

import program
from local_hosts import Cluster, wait_until


class ByHand(unittest.TestCase):
    def setUp(self):
        self.cluster = Cluster(2)
        self.addCleanup(self.cluster.__exit__)
        self.home = self.cluster.folder / "desktop"
        self.home.mkdir()
        # ssh takes its configuration from the account's home, wherever HOME is: the tests' keys come by other names.
        tools = self.home / "tools"
        tools.mkdir()
        for tool in ("ssh", "scp"):
            options = f"-i {self.cluster.folder}/id -o UserKnownHostsFile={self.cluster.known_hosts} -F none"
            (tools / tool).write_text(f"#!/bin/sh\nexec /usr/bin/{tool} {options} \"$@\"\n")
            (tools / tool).chmod(0o755)
        self.environment = {**program.clean_environment(self.home), "PATH": f"{tools}:{os.environ['PATH']}"}

    def commands(self, **training):
        hosts = [(host.address, host.port, host.user, ["cpu"]) for host in self.cluster.hosts]
        path = self.home / "an experiment.lockstep.json"
        path.write_text(json.dumps(program.experiment(hosts, **training)))
        script = program.lockstep(["commands", path], self.home).stdout
        sections = {}
        for section in script.strip().split("\n\n"):
            head, *lines = section.split("\n")
            sections[head] = lines
        return sections

    def run_script(self, sections, *heads):
        lines = [line for head in heads for title, found in sections.items() if title.startswith("# " + head)
                 for line in found]
        self.assertGreaterEqual(len(lines), len(heads))
        return subprocess.run(["/bin/sh", "-e", "-c", "\n".join([*lines, "wait"])], cwd=self.home, env=self.environment,
                              capture_output=True, text=True, timeout=200, stdin=subprocess.DEVNULL)

    def state(self, host):
        return next(host.home.glob(".lockstep/runs/*/host-*/state.json")).read_text()

    def test_they_train_on_two_hosts(self):
        done = self.run_script(self.commands(epochs=1), "Draw", "Copy", "Start")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        hashes = {re.search(r'"weight_hash":"(\w+)"', journal.read_text()).group(1)
                  for host in self.cluster.hosts for journal in host.home.glob(".lockstep/runs/*/*/attempt-1/rank-*.jsonl")}
        self.assertEqual(len(hashes), 1)
        for host in self.cluster.hosts:
            self.assertIn('"finished"', self.state(host))
            token = next(host.home.glob(".lockstep/by-hand/*/token"))
            self.assertEqual(token.stat().st_mode & 0o777, 0o600)

    def test_one_command_stops_them(self):
        sections = self.commands(epochs=2000)
        self.assertEqual(self.run_script(sections, "Draw", "Copy").returncode, 0)
        starts = next(lines for title, lines in sections.items() if title.startswith("# Start"))
        started = subprocess.Popen(["/bin/sh", "-c", "\n".join([*starts, "wait"])], cwd=self.home, env=self.environment,
                                   stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.addCleanup(started.kill)
        wait_until(lambda: any('"step":20,' in path.read_text() for path in
                               self.cluster.hosts[0].home.glob(".lockstep/runs/*/host-0/attempt-1/rank-0.jsonl")), 100,
                   "step 20")
        self.assertEqual(self.run_script(sections, "Stop").returncode, 0)
        started.wait(timeout=100)
        for host in self.cluster.hosts:
            wait_until(lambda: '"exit_code":10' in self.state(host).replace(" ", ""), 60, "the run has stopped")


if __name__ == "__main__":
    unittest.main(verbosity=2)
