# SPDX-FileCopyrightText: The Lockstep authors
# SPDX-License-Identifier: Apache-2.0
"""What the tests of lockstep-engine share."""
import json
import pathlib
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
        self.home = pathlib.Path(self.folder.name)

    def tearDown(self):
        self.folder.cleanup()

    def write_experiment(self, data, training, model="mnist-cnn"):
        document = {
            "version": 1,
            "name": "By hand",
            "topology": {"hosts": [{"id": "h", "name": "here", "connection": "local", "devices": ["cpu"]}]},
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
