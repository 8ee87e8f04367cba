#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Lockstep authors
# SPDX-License-Identifier: Apache-2.0
"""tests/gpu/stage and tests/gpu/run from end to end where there is no GPU: the whole way on another device, in its
quickest form, from the archive alone. LOCKSTEP_BUILD names the build."""
import json
import os
import pathlib
import subprocess
import sys
import tarfile
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
BUILD = os.environ["LOCKSTEP_BUILD"]
DEVICE = os.environ.get("LOCKSTEP_REHEARSAL_DEVICE", "cpu")
PYTHON = "/usr/bin/python3"
sys.path.insert(0, str(HERE))

import staging  # noqa: E402


class Rehearsal(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scratch = tempfile.TemporaryDirectory(prefix="lockstep-rehearsal-")
        cls.home = pathlib.Path(cls.scratch.name)
        cls.archive = cls.home / "staged.tar.xz"
        cls.staging = subprocess.run([HERE / "stage", cls.archive, "--build", BUILD], capture_output=True, text=True,
                                     check=False)

    @classmethod
    def tearDownClass(cls):
        cls.scratch.cleanup()

    def run_it(self, program, report, *arguments):
        done = subprocess.run([PYTHON, program, "--report", report, "--quick", "--python", PYTHON, *arguments],
                              cwd=self.home, capture_output=True, text=True, check=False)
        self.assertTrue((report / "report.json").exists(), done.stdout + done.stderr)
        told = json.loads((report / "report.json").read_text())
        return done, told, {step["name"]: step for step in told["steps"]}

    def test_what_is_staged_can_be_carried(self):
        self.assertEqual(self.staging.returncode, 0, self.staging.stderr)
        self.assertLess(self.archive.stat().st_size, staging.LIMIT_BYTES)
        print(self.staging.stdout.strip())
        with tarfile.open(self.archive) as tar:
            names = {name.partition("/")[2] for name in tar.getnames()}
        for name in ("run", "staged.json", "bin/lockstep-engine", "bin/train_test", "lib/ld-linux-x86-64.so.2",
                     "lib/libc.so.6", "lib/libdl.so.2", "oracle/torch_models.py", "data/mnist/train-images-idx3-ubyte",
                     "data/cifar10/data_batch_1.bin"):
            self.assertIn(name, names)

    def test_every_step_has_its_say(self):
        with tarfile.open(self.archive) as tar:
            tar.extractall(self.home / "unpacked")
        # What is unpacked is all there is to it.
        run = self.home / "unpacked" / "lockstep-gpu" / "run"
        done, told, steps = self.run_it(run, self.home / "report", "--device", DEVICE, "--minutes", "20")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertEqual(list(steps), ["start", "models", "accuracy", "ranks", "parts", "resume", "suites", "sanitizer",
                                       "plans", "benchmark"])
        for name in ("start", "models", "accuracy", "ranks", "parts", "resume", "suites", "benchmark"):
            self.assertEqual(steps[name]["verdict"], "passed", steps[name])
        for name in ("sanitizer", "plans"):
            self.assertEqual(steps[name]["verdict"], "left out", steps[name])
        self.assertTrue(steps["start"]["figures"]["bundled_loader"])
        compared = {line["model"] for line in steps["models"]["figures"]["lines"]}
        self.assertEqual(compared, {"lenet", "mnist-cnn", "resnet20"})
        self.assertGreaterEqual(steps["accuracy"]["figures"]["mnist"]["device"], 0.9)
        self.assertEqual(len(steps["ranks"]["figures"]["two ranks on one device"]["hashes"]), 1)
        for suite in steps["suites"]["figures"].values():
            self.assertGreater(suite["tests"], 0)
        case, = steps["benchmark"]["figures"]["cases"]
        self.assertGreater(case["lockstep"]["img_s"], 0)
        if told["torch"] and DEVICE == "cpu":
            self.assertGreater(case["eager"]["ratio"], 0)
        files = {path.name for path in (self.home / "report").iterdir()}
        self.assertEqual(files, {"report.md", "report.json", "logs.tar.gz"})
        self.assertIn("| models | passed |", (self.home / "report" / "report.md").read_text())

    def test_a_device_that_is_not_there_fails_step_by_step(self):
        done, told, steps = self.run_it(HERE / "run", self.home / "missing", "--staged", self.archive, "--device",
                                        "cuda:63", "--only", "start,models,resume", "--minutes", "5")
        self.assertEqual(done.returncode, 1)
        self.assertEqual([step["verdict"] for step in steps.values()], ["failed"] * 3)
        self.assertIn("cuda:63", json.dumps(steps["models"]) + json.dumps(steps["resume"]))


if __name__ == "__main__":
    unittest.main()
