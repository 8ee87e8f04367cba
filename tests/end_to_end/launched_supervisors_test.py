#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Lockstep authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Supervisors that a launcher starts, one on each host: leases, verdicts, stops, without any desktop."""
import hashlib
import hmac
import json
import os
import secrets
import signal
import subprocess
import time
import unittest

import program
import secret_search
from engine_case import EngineCase, of_kind
from local_slurm import free_ports, wait_until

DATA = {"kind": "synthetic-digits"}
TRAINING = {"optimizer": "momentum", "learning_rate": 0.02, "batch": 50, "epochs": 2, "seed": 3, "log_every": 5}


def token_of_attempt(first, run, attempt):
    """HKDF-SHA256 (RFC 5869), one block of it, as FORMAT.md says."""
    key = hmac.digest(hashlib.sha256(run.encode()).digest(), first, "sha256")
    return hmac.digest(key, f"lockstep token of attempt {attempt}".encode() + b"\1", "sha256")


class LaunchedSupervisors(EngineCase):
    def setUp(self):
        super().setUp()
        self.token = self.home / "token"
        self.token.write_text(secrets.token_hex(32))
        self.token.chmod(0o600)

    def write_cluster(self, **training):
        """Two hosts, with two ranks and one."""
        path = self.write_experiment(DATA, {**TRAINING, **training}, ranks=2)
        document = json.loads(path.read_text())
        document["topology"]["hosts"].append({**document["topology"]["hosts"][0], "id": "h2", "name": "there",
                                              "devices": ["cpu"]})
        path.write_text(json.dumps(document))
        return path

    def command(self, run, *more):
        return [str(each) for each in (program.ENGINE, "supervise", self.home / "experiment.lockstep.json", "--run", run,
                                       "--token-file", self.token, *more)]

    def start(self, run, *more):
        """Both supervisors, with PyTorch's variables as a script would set them."""
        environment = {**program.clean_environment(self.home), "WORLD_SIZE": "2", "MASTER_ADDR": "127.0.0.1",
                       "MASTER_PORT": str(free_ports(1)[0])}
        started = [subprocess.Popen(self.command(run, *more), env={**environment, "RANK": str(number)}, text=True,
                                    stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
                   for number in range(2)]
        for process in started:
            self.addCleanup(process.stdout.close)
            self.addCleanup(process.kill)
        return started

    def finish(self, started):
        said = [process.communicate(timeout=200)[0] for process in started]
        return [process.returncode for process in started], said

    def state(self, run, host):
        return json.loads((self.home / f".lockstep/runs/{run}/host-{host}/state.json").read_text())

    def journal(self, run, rank, attempt=1):
        host = 0 if rank < 2 else 1
        return self.home / f".lockstep/runs/{run}/host-{host}/attempt-{attempt}/rank-{rank}.jsonl"

    def weight_hashes(self, run, attempt=1):
        return {of_kind(program.journal(self.journal(run, rank, attempt)), "finished")[0]["weight_hash"]
                for rank in range(3)}

    def wait_for_step(self, run, rank, step):
        path = self.journal(run, rank)
        wait_until(lambda: path.exists() and f'"step":{step},' in path.read_text(), 100, f"step {step}")

    def test_mpirun_starts_one_on_each_host(self):
        self.write_cluster()
        environment = {**program.clean_environment(self.home), "OMPI_ALLOW_RUN_AS_ROOT": "1",
                       "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
        done = subprocess.run(["mpirun", "--oversubscribe", "-np", "2", *self.command("by-mpi")], env=environment,
                              stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=200)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertEqual(len(self.weight_hashes("by-mpi")), 1)
        self.assertIn("there: ended with exit code 0.", done.stdout)

    def test_a_dead_rank_ends_the_attempt_everywhere(self):
        self.write_cluster(epochs=2000)
        started = self.start("dies")
        self.wait_for_step("dies", 2, 20)
        os.kill(of_kind(program.journal(self.journal("dies", 2)), "started")[0]["process_id"], signal.SIGKILL)
        killed = time.monotonic()
        codes, said = self.finish(started)
        self.assertLess(time.monotonic() - killed, 30)
        self.assertEqual(codes, [137, 137], said)
        for host, words in enumerate(said):
            self.assertIn("Rank 2 ", words)
            self.assertEqual(self.state("dies", host)["state"]["culprit"], 2)

    def test_tokens_are_in_no_other_file_argument_or_environment(self):
        path = self.write_cluster(epochs=2000)
        document = json.loads(path.read_text())
        document["restart"] = {"max": 1, "backoff_seconds": 0}
        path.write_text(json.dumps(document))
        started = self.start("secret")
        self.wait_for_step("secret", 2, 10)
        os.kill(of_kind(program.journal(self.journal("secret", 2)), "started")[0]["process_id"], signal.SIGKILL)
        again = self.journal("secret", 2, 2)
        wait_until(lambda: again.exists() and '"kind":"step"' in again.read_text(), 100, "another attempt")
        first = bytes.fromhex(self.token.read_text())
        for token in (first, token_of_attempt(first, "secret", 2)):
            # As they stand in a file, and as the bytes that they are.
            for form in (token.hex().encode(), token):
                found, looked = secret_search.places(form, self.home, besides=(self.token,))
                self.assertEqual(found, [])
                self.assertGreater(looked, 20)
        for process in started:
            process.send_signal(signal.SIGTERM)
        self.assertEqual(self.finish(started)[0], [10, 10])

    def test_a_stop_of_one_stops_all_and_a_later_start_goes_on(self):
        self.write_cluster()
        self.assertEqual(self.finish(self.start("whole"))[0], [0, 0])
        started = self.start("pieces")
        self.wait_for_step("pieces", 0, 10)
        started[1].send_signal(signal.SIGTERM)
        codes, said = self.finish(started)
        self.assertEqual(codes, [10, 10], said)
        codes, said = self.finish(self.start("pieces", "--resume", "latest"))
        self.assertEqual(codes, [0, 0], said)
        self.assertGreater(of_kind(program.journal(self.journal("pieces", 0, 2)), "started")[0]["first_step"], 0)
        self.assertEqual(self.weight_hashes("pieces", 2), self.weight_hashes("whole"))

    def test_mistakes_are_named(self):
        self.write_cluster()
        environment = program.clean_environment(self.home)
        for more, variables, code, words in (
                (["x"], {}, 2, "does not take the argument"),
                ([], {}, 3, "takes 2 hosts, but the launcher has started 1"),
                ([], {"RANK": "0", "WORLD_SIZE": "2"}, 2, "Set MASTER_ADDR")):
            done = subprocess.run(self.command("mistakes", *more), env={**environment, **variables}, text=True,
                                  stdin=subprocess.DEVNULL, capture_output=True, timeout=60)
            self.assertEqual(done.returncode, code, done.stderr)
            self.assertIn(words, done.stderr)


if __name__ == "__main__":
    unittest.main(verbosity=2)
