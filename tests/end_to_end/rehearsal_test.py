#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Lockstep authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Drawn clusters, rehearsed on this computer. LOCKSTEP_KILLS: how often one is killed."""
import json
import os
import pathlib
import random
import signal
import statistics
import subprocess
import tempfile
import time
import unittest
import uuid

import program
from local_hosts import wait_until

LENET_BYTES = 431_080 * 4
MARK = "LOCKSTEP_TEST_MARK"


def chain(rate, hosts=3, **training):
    """Hosts with a rank each, a - b - c, over links of so many Mbit/s; a GPU is drawn on the last."""
    devices = [["cpu"]] * (hosts - 1) + [["cuda:0"]]
    document = program.experiment([(f"192.0.2.{i + 1}", 22, "nobody", devices[i]) for i in range(hosts)],
                                  **{"batch": 16, "epochs": 1, **training})
    document["topology"]["links"] = [{"from": f"h{i}", "to": f"h{i + 1}", "bandwidth_mbps": rate}
                                     for i in range(hosts - 1)]
    document["model"] = {"name": "lenet"}
    document["data"] = {"kind": "synthetic", "image_size": 28, "classes": 10, "samples": 16 * hosts * 8}
    return document


def processes_marked(mark):
    found = []
    for folder in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            if mark.encode() in (folder / "environ").read_bytes():
                found.append((folder.name, (folder / "cmdline").read_bytes()))
        except OSError:
            pass
    return found


class Rehearsals(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory(prefix="lse-")
        self.addCleanup(self.folder.cleanup)
        self.home = pathlib.Path(self.folder.name)
        self.mark = uuid.uuid4().hex

    def environment(self):
        return {**program.clean_environment(self.home), MARK: self.mark}

    def command(self, document, *arguments):
        file = self.home / "drawn.lockstep.json"
        file.write_text(json.dumps(document))
        return [program.LOCKSTEP, "rehearse", file, "--json", *arguments]

    def test_a_chain_trains_in_step_at_the_drawn_rate(self):
        rate = 20
        done = subprocess.run(self.command(chain(rate)), env=self.environment(), timeout=240, capture_output=True,
                              text=True, stdin=subprocess.DEVNULL)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        result = program.last_object(done.stdout)
        self.assertIn("Rehearsal on this computer: 3 hosts", done.stderr)
        self.assertIn("GPUs compute on this computer's processors", done.stderr)
        self.assertEqual(result["state"], "finished")
        self.assertEqual(len(set(result["weight_hashes"])), 1)
        folder = pathlib.Path(result["folder"])
        for rank in range(3):
            program.assert_complete(folder / "attempt-1" / f"rank-{rank}.jsonl")
        records = program.journal(folder / "attempt-1" / "rank-0.jsonl")
        steps = [record["mono_ns"] * 1e-9 for record in records if record["kind"] == "step"]
        step = statistics.median(after - before for before, after in zip(steps, steps[1:]))
        # Each link carries the gradient once each way, over what TCP leaves of it: 1448 of 1514 bytes.
        floor = LENET_BYTES * 8 / (rate * 1e6) * 1514 / 1448
        print(f"floor {floor:.3f} s, step {step:.3f} s")
        self.assertGreater(step, 0.98 * floor)
        self.assertLess(step, 1.5 * floor)
        wait_until(lambda: not processes_marked(self.mark), 10, "the end of all processes")
        # Its hosts are gone: nothing goes on from it, and what it was can be read.
        self.assertIn("was a rehearsal", program.lockstep(["resume", result["run"], "--more-epochs", "1"], self.home,
                                                          check=False).stderr)
        self.assertEqual(program.lockstep(["attach", result["run"]], self.home).returncode, 0)

    def test_a_computer_without_networks_trains_on_loopback_and_says_so(self):
        done = subprocess.run(self.command(chain(0.1), "--stage", "loopback"), env=self.environment(), timeout=120,
                              capture_output=True, text=True, stdin=subprocess.DEVNULL)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("3 hosts as processes that share its network", done.stderr)
        self.assertIn("Nothing holds the links back", done.stderr)
        self.assertEqual(len(set(program.last_object(done.stdout)["weight_hashes"])), 1)
        wait_until(lambda: not processes_marked(self.mark), 10, "the end of all processes")

    def test_more_ranks_than_cores_imitate_computing_and_say_so(self):
        hosts = os.cpu_count() + 1
        done = subprocess.run(self.command(chain(100, hosts)), env=self.environment(), timeout=240,
                              capture_output=True, text=True, stdin=subprocess.DEVNULL)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("more ranks than this computer has cores", done.stderr)
        result = program.last_object(done.stdout)
        self.assertEqual(len(set(result["weight_hashes"])), 1)
        attempt = pathlib.Path(result["folder"]) / "attempt-1"
        for rank in range(hosts):
            self.assertIn("imitated from pass", (attempt / f"rank-{rank}.log").read_text())
            losses = [record["loss"] for record in program.journal(attempt / f"rank-{rank}.jsonl") if record["kind"] == "step"]
            self.assertEqual(len(losses), 8)
            self.assertNotEqual(losses[0], losses[1])
            self.assertEqual(len(set(losses[3:])), 1)

    def test_what_is_to_be_done_to_it_is_done_at_its_time(self):
        done = subprocess.run(self.command(chain(20, epochs=1000), "--act", "0:slow-data:h0", "--act", "2:kill:host 1"),
                              env=self.environment(), timeout=240, capture_output=True, text=True,
                              stdin=subprocess.DEVNULL)
        self.assertIn("host 0: data slowed", done.stderr)
        self.assertEqual(program.last_object(done.stdout)["state"], "failed", done.stderr)
        wait_until(lambda: not processes_marked(self.mark), 10, "the end of all processes")
        refused = subprocess.run(self.command(chain(20), "--act", "0:kill:nobody"), env=self.environment(), timeout=60,
                                 capture_output=True, text=True, stdin=subprocess.DEVNULL)
        self.assertEqual(refused.returncode, 2)
        self.assertIn('No host is called "nobody"', refused.stderr)

    @unittest.skipIf(os.geteuid() != 0, "who is no root rehearses as themselves in all the other tests")
    def test_nobody_needs_rights(self):
        self.home.chmod(0o777)
        command = self.command(chain(20), "--stage", "user")
        done = subprocess.run(["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "--no-new-privs", *command],
                              env=self.environment(), timeout=240, capture_output=True, text=True,
                              stdin=subprocess.DEVNULL)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("without root's rights", done.stderr)
        self.assertEqual(len(set(program.last_object(done.stdout)["weight_hashes"])), 1)

    def test_a_killed_program_leaves_nothing_behind(self):
        runs = self.home / ".local" / "share" / "lockstep" / "runs"
        mounts = pathlib.Path("/proc/self/mountinfo").read_text()
        for turn in range(int(os.environ.get("LOCKSTEP_KILLS", 3))):
            process = subprocess.Popen(self.command(chain(10, epochs=100)), env=self.environment(),
                                       stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            self.addCleanup(process.kill)
            if turn == 0:
                wait_until(lambda: list(runs.glob("*/attempt-1/rank-2.jsonl")), 60, "a training")
            time.sleep(random.uniform(0, 3))
            process.send_signal(signal.SIGKILL)
            process.communicate(timeout=30)
            wait_until(lambda: not processes_marked(self.mark), 10, "the end of all processes")
        # Namespaces last as long as processes or mounts that hold them.
        self.assertEqual(pathlib.Path("/proc/self/mountinfo").read_text(), mounts)
        killed = sorted(runs.iterdir())[0]
        attached = program.lockstep(["attach", killed.name, "--json"], self.home, check=False)
        self.assertEqual(program.last_object(attached.stdout)["state"], "failed")
        self.assertIn("ended before it", attached.stderr)


if __name__ == "__main__":
    unittest.main(verbosity=2)
