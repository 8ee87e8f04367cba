# SPDX-FileCopyrightText: The Lockstep authors
# SPDX-License-Identifier: Apache-2.0
"""What the tests of lockstep-engine share."""
import json
import pathlib
import socket
import subprocess
import tempfile
import unittest

import program

MNIST = program.SHARED_DATA / "mnist"


def of_kind(records, kind):
    return [record for record in records if record["kind"] == kind]


class EngineCase(unittest.TestCase):
    """A folder for runs, and lockstep-engine train by hand."""

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory(prefix="lse-")
        self.addCleanup(self.folder.cleanup)  # after those of the tests, whose programs write there
        self.home = pathlib.Path(self.folder.name)

    def write_experiment(self, data, training, model="mnist-cnn", ranks=1):
        document = {
            "version": 1,
            "name": "By hand",
            "topology": {"hosts": [{"id": "h", "name": "here", "connection": "local", "devices": ["cpu"] * ranks}]},
            "model": model if isinstance(model, dict) else {"name": model},
            "data": data,
            "training": training,
        }
        path = self.home / "experiment.lockstep.json"
        path.write_text(json.dumps(document))
        return path

    def train(self, data, training, *options, run="run", expected=0, model="mnist-cnn"):
        experiment = self.write_experiment(data, training, model)
        done = subprocess.run([program.ENGINE, "train", experiment, "--run-folder", self.home / run, *options],
                              env=program.clean_environment(self.home), timeout=200, capture_output=True, text=True,
                              stdin=subprocess.DEVNULL)
        self.assertEqual(done.returncode, expected, done.stdout + done.stderr)
        attempt = max((self.home / run).glob("attempt-*"), key=lambda path: int(path.name[8:]))
        program.assert_complete(attempt / "rank-0.jsonl")
        return program.journal(attempt / "rank-0.jsonl")

    def train_ranks(self, data, training, world_size, run="run"):
        """Several ranks as processes, each launched as a supervisor does; returns their journals."""
        experiment = json.loads(self.write_experiment(data, training, ranks=world_size).read_text())
        sockets = [socket.create_server(("127.0.0.1", 0), backlog=16) for _ in range(world_size)]
        launch = {"run": "two", "attempt": 1, "world_size": world_size, "local_world_size": world_size,
                  "experiment": json.dumps(experiment), "run_folder": str(self.home / run), "resume": "",
                  "token": "5a" * 32, "threads": 1,
                  "ranks": [{"address": "127.0.0.1", "port": s.getsockname()[1]} for s in sockets]}
        (self.home / run).mkdir()
        processes = []
        for rank, listening in enumerate(sockets):
            mine = {**launch, "rank": rank, "local_rank": rank, "listen_descriptor": listening.fileno()}
            process = subprocess.Popen([program.ENGINE, "train", "--launch-stdin"], stdin=subprocess.PIPE, text=True,
                                       stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                                       pass_fds=[listening.fileno()], env=program.clean_environment(self.home))
            self.addCleanup(process.kill)
            process.stdin.write(json.dumps(mine) + "\n")
            process.stdin.close()
            processes.append(process)
        for listening in sockets:
            listening.close()
        for process in processes:
            self.assertEqual(process.wait(timeout=200), 0, process.stderr.read())
            process.stderr.close()
        journals = [self.home / run / "attempt-1" / f"rank-{rank}.jsonl" for rank in range(world_size)]
        for path in journals:
            program.assert_complete(path)
        return [program.journal(path) for path in journals]
