#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Lockstep authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""`lockstep submit` to a real Slurm and a real Grid Engine, each with this computer as its hosts."""
import json
import signal
import subprocess
import unittest

import program
from engine_case import EngineCase, of_kind
from local_grid_engine import LocalGridEngine
from local_slurm import LocalSlurm, wait_until

DATA = {"kind": "synthetic-digits"}
TRAINING = {"optimizer": "momentum", "learning_rate": 0.02, "batch": 50, "epochs": 2, "seed": 3, "log_every": 5}


class Schedulers(EngineCase):
    def write_cluster(self, hosts, **training):
        path = self.write_experiment(DATA, {**TRAINING, **training})
        document = json.loads(path.read_text())
        drawn = document["topology"]["hosts"][0]
        document["topology"]["hosts"] = [
            {**drawn, "id": f"h{i}", "name": f"node {i}", "connection": "ssh", "address": f"192.0.2.{i + 1}"}
            for i in range(hosts)]
        path.write_text(json.dumps(document))
        return path

    def submit(self, scheduler, *arguments):
        process = subprocess.Popen([program.LOCKSTEP, "submit", *map(str, arguments), "--json"], text=True,
                                   env=scheduler.environment(program.clean_environment(self.home)),
                                   stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.stderr.close)
        self.addCleanup(process.kill)
        return process

    def runs(self):
        return sorted((self.home / ".local/share/lockstep/runs").glob("*"))

    def test_slurm_trains_on_the_hosts_of_its_allocation(self):
        slurm = LocalSlurm(self.home / "slurm", nodes=3)
        self.addCleanup(slurm.stop)
        out, err = self.submit(slurm, self.write_cluster(3)).communicate(timeout=200)
        result = program.last_object(out)
        self.assertEqual(result["state"], "finished", err)
        self.assertEqual(len(set(result["weight_hashes"])), 1)
        self.assertEqual(len(result["weight_hashes"]), 3)
        self.assertIn("running on node[1-3]", err)
        run = self.runs()[0]
        self.assertEqual((run / "batch.token").stat().st_mode & 0o777, 0o600)
        # What it shows it could not do else: the mirrors are whole.
        for rank in range(3):
            program.assert_complete(run / f"attempt-1/rank-{rank}.jsonl")

    def test_slurms_cancel_leaves_a_checkpoint(self):
        slurm = LocalSlurm(self.home / "slurm", nodes=2)
        self.addCleanup(slurm.stop)
        process = self.submit(slurm, self.write_cluster(2, epochs=2000))
        wait_until(lambda: list(self.home.glob(".lockstep/runs/*/host-1/attempt-1/rank-1.jsonl")), 100, "no rank 1")
        journal = next(self.home.glob(".lockstep/runs/*/host-0/attempt-1")) / "rank-0.jsonl"
        wait_until(lambda: journal.exists() and '"step":20,' in journal.read_text(), 100, "step 20")
        slurm.ask("scancel", *slurm.ask("squeue", "-h", "-o", "%i").split())
        out, err = process.communicate(timeout=100)
        self.assertEqual(process.returncode, 10, out + err)
        self.assertTrue(list(self.home.glob(".lockstep/runs/*/host-0/checkpoints/step-*/manifest.json")))
        wait_until(lambda: not slurm.ask("squeue", "-h"), 60, "the job is still there")

    def test_who_leaves_a_waiting_job_is_told_its_number(self):
        slurm = LocalSlurm(self.home / "slurm", nodes=1)
        self.addCleanup(slurm.stop)
        process = self.submit(slurm, self.write_cluster(1), "--option=--hold")
        wait_until(lambda: "PENDING" in slurm.ask("squeue", "-h", "-o", "%T"), 60, "no job waits")
        process.send_signal(signal.SIGINT)
        err = process.communicate(timeout=30)[1]
        self.assertEqual(process.returncode, 130, err)
        self.assertIn("scancel 1 takes it back", err)

    def start_grid_engine(self):
        engine = LocalGridEngine(self.home / "sge")
        self.addCleanup(engine.stop)
        return engine

    def submit_to(self, engine, cluster, *options):
        # It gives jobs the home of the account, wherever HOME leads.
        home = f"--option=-v LOCKSTEP_HOME={self.home}/.lockstep"
        return self.submit(engine, cluster, "--to", "sge", home, *options)

    def test_grid_engine_trains(self):
        engine = self.start_grid_engine()
        for options in ([], ["--pe", "lockstep"]):
            out, err = self.submit_to(engine, self.write_cluster(1), *options).communicate(timeout=200)
            result = program.last_object(out)
            self.assertEqual(result["state"], "finished", err)
            self.assertEqual(len(result["weight_hashes"]), 1)
            self.assertIn("running on", err)
            run = self.runs()[-1]
            self.assertEqual((run / "batch.token").stat().st_mode & 0o777, 0o600)
            program.assert_complete(run / "attempt-1/rank-0.jsonl")
            records = program.journal(run / "attempt-1/rank-0.jsonl")
            self.assertEqual(of_kind(records, "finished")[0]["exit_code"], 0)

    def test_grid_engines_cancel_leaves_a_checkpoint(self):
        engine = self.start_grid_engine()
        process = self.submit_to(engine, self.write_cluster(1, epochs=2000))
        journal = self.home / ".lockstep/runs"
        wait_until(lambda: any('"step":20,' in path.read_text() for path in journal.glob("*/*/attempt-1/rank-0.jsonl")),
                   100, "step 20")
        engine.run("qdel", "1")
        out, err = process.communicate(timeout=100)
        self.assertEqual(process.returncode, 10, out + err)
        self.assertTrue(list(self.home.glob(".lockstep/runs/*/host-0/checkpoints/step-*/manifest.json")))
        wait_until(lambda: not engine.run("qstat").strip(), 60, "the job is still there")

    def test_who_leaves_a_waiting_job_of_grid_engines_is_told_its_number(self):
        engine = self.start_grid_engine()
        process = self.submit_to(engine, self.write_cluster(1), "--option=-h")
        first = process.stderr.readline()
        while "waiting for hosts (hqw)" not in first:
            self.assertTrue(first, "it does not say that the job waits")
            first = process.stderr.readline()
        process.send_signal(signal.SIGINT)
        err = process.communicate(timeout=30)[1]
        self.assertEqual(process.returncode, 130, err)
        self.assertIn("qdel 1 takes it back", err)

    def test_a_job_that_grid_engine_cannot_begin_says_why(self):
        engine = self.start_grid_engine()
        process = self.submit_to(engine, self.write_cluster(1), "--option=-o /nowhere/batch.log")
        line = process.stderr.readline()
        while "can't open output file" not in line:
            self.assertTrue(line, "it does not say what is wrong")
            line = process.stderr.readline()
        self.assertIn("waiting for hosts (Eqw: ", line)
        engine.run("qdel", "1")
        err = process.communicate(timeout=60)[1]
        self.assertEqual(process.returncode, 1, err)
        self.assertIn("The job has ended before it trained.", err)

    def test_what_is_missing_is_named(self):
        path = self.write_cluster(2)
        environment = {**program.clean_environment(self.home), "PATH": "/nowhere"}
        for arguments, code, words in (([path], 1, "There is no program sbatch"),
                                       ([path, "--to", "sge"], 2, "Which parallel environment?"),
                                       ([path, "--to", "lsf"], 2, "--to takes slurm|sge")):
            done = subprocess.run([program.LOCKSTEP, "submit", *map(str, arguments)], env=environment, text=True,
                                  stdin=subprocess.DEVNULL, capture_output=True, timeout=30)
            self.assertEqual(done.returncode, code, done.stderr)
            self.assertIn(words, done.stderr)
        done = subprocess.run([program.LOCKSTEP, "submit", path, "--print"], env=environment, text=True,
                              stdin=subprocess.DEVNULL, capture_output=True, timeout=30)
        self.assertIn("#SBATCH --nodes=2\n", done.stdout)


if __name__ == "__main__":
    unittest.main(verbosity=2)
