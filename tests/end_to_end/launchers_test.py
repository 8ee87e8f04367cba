#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Lockstep authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Ranks that torchrun, mpirun and srun start, the real ones, without a supervisor."""
import secrets
import subprocess
import unittest

import program
from engine_case import EngineCase, of_kind
from local_slurm import LocalSlurm, free_ports

DATA = {"kind": "synthetic-digits"}
TRAINING = {"optimizer": "momentum", "learning_rate": 0.02, "batch": 50, "epochs": 1, "seed": 3}
RANKS = 3
MPIRUN = ["mpirun", "--oversubscribe", "-np", str(RANKS)]


class Launchers(EngineCase):
    def setUp(self):
        super().setUp()
        self.token = self.home / "token"
        self.token.write_text(secrets.token_hex(32) + "\n")
        self.token.chmod(0o600)

    def environment(self, **more):
        # Open MPI asks twice before it starts anything as root.
        return {**program.clean_environment(self.home), "OMPI_ALLOW_RUN_AS_ROOT": "1",
                "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1", **more}

    def command(self, *more):
        experiment = self.write_experiment(DATA, TRAINING, ranks=RANKS)
        return [program.ENGINE, "train", experiment, "--run-folder", self.home / "run", *more]

    def launch(self, launcher, *more, environment=None):
        return subprocess.run([*map(str, launcher), *map(str, self.command(*more))], timeout=200, text=True,
                              env=environment or self.environment(), stdin=subprocess.DEVNULL,
                              capture_output=True)

    def assert_equals_plain_run(self, done):
        """Every rank has its journal, and the weights are those of ranks that a supervisor starts."""
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        journals = [program.journal(self.home / f"run/attempt-1/rank-{rank}.jsonl") for rank in range(RANKS)]
        started = [of_kind(records, "started")[0] for records in journals]
        self.assertEqual([(each["rank"], each["world_size"]) for each in started], [(r, RANKS) for r in range(RANKS)])
        hashes = {of_kind(records, "finished")[0]["weight_hash"] for records in journals}
        plain = self.train_ranks(DATA, TRAINING, RANKS, run="plain")
        self.assertEqual(hashes, {of_kind(plain[0], "finished")[0]["weight_hash"]})

    def test_mpirun(self):
        done = self.launch(MPIRUN, "--token-file", self.token, "--threads", 1)
        self.assert_equals_plain_run(done)
        self.assertIn("the weights' SHA-256 is", done.stdout)

    def test_torchrun(self):
        # Debian's fails on Python 3.11 over its defaults for where output goes.
        output = ["--redirects=1", "--tee=1", f"--log_dir={self.home}/torchrun"]
        torchrun = ["torchrun", *output, "--no_python", f"--nproc_per_node={RANKS}"]
        environment = self.environment(LOCKSTEP_TOKEN_FILE=str(self.token))
        self.assert_equals_plain_run(self.launch(torchrun, "--threads", 1, environment=environment))

    def test_srun_on_three_nodes(self):
        slurm = LocalSlurm(self.home / "slurm", nodes=RANKS)
        self.addCleanup(slurm.stop)
        # The nodes are this computer by other names, which no resolver knows.
        environment = slurm.environment(self.environment(MASTER_ADDR="127.0.0.1"))
        srun = ["srun", "--nodes", RANKS, "--ntasks-per-node", 1]
        done = self.launch(srun, "--token-file", self.token, "--threads", 1, environment=environment)
        self.assert_equals_plain_run(done)
        del environment["MASTER_ADDR"]
        done = self.launch(srun, "--token-file", self.token, "--resume", "latest", environment=environment)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("The host of rank 0, node1, has no address", done.stderr)

    def test_no_stranger_joins(self):
        other = self.home / "other"
        other.write_text(secrets.token_hex(32))
        other.chmod(0o600)
        environment = self.environment(WORLD_SIZE=str(RANKS), MASTER_ADDR="127.0.0.1",
                                       MASTER_PORT=str(free_ports(1)[0]))
        # Each writes the experiment, which a rank that has begun may be reading.
        commands = [self.command("--token-file", other if rank == 2 else self.token) for rank in range(RANKS)]
        ranks = [subprocess.Popen(list(map(str, command)), env={**environment, "RANK": str(rank)},
                                  stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
                 for rank, command in enumerate(commands)]
        for rank in ranks:
            self.addCleanup(rank.stderr.close)
            self.addCleanup(rank.kill)
        with self.assertRaises(subprocess.TimeoutExpired):
            ranks[0].wait(timeout=5)  # it goes on waiting for one that can prove itself
            self.fail(f"rank 0 ended with {ranks[0].returncode}: {ranks[0].stderr.read()}")
        genuine = subprocess.run(list(map(str, commands[0])), text=True, timeout=200,
                                 env={**environment, "RANK": "2"}, stdin=subprocess.DEVNULL, capture_output=True)
        self.assertEqual(genuine.returncode, 0, genuine.stderr)
        self.assertEqual([rank.wait(timeout=100) for rank in ranks[:2]], [0, 0])
        ranks[2].terminate()
        self.assertNotEqual(ranks[2].wait(timeout=30), 0)

    def test_mistakes_are_named(self):
        environment = self.environment(RANK="0", WORLD_SIZE=str(RANKS), MASTER_ADDR="127.0.0.1")
        done = self.launch([], environment=environment)
        self.assertEqual(done.returncode, 2)
        self.assertIn("openssl rand -hex 32", done.stderr)
        self.token.chmod(0o644)
        done = self.launch([], "--token-file", self.token, environment=environment)
        self.assertEqual(done.returncode, 2)
        self.assertIn("Others may read or change", done.stderr)
        done = self.launch([], environment={**environment, "WORLD_SIZE": "2"})
        self.assertEqual(done.returncode, 3)
        self.assertIn("places 3 ranks, but the launcher has started 2", done.stderr)
        self.assertFalse((self.home / "run").exists())


if __name__ == "__main__":
    unittest.main(verbosity=2)
