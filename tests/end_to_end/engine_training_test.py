#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Lockstep authors
# SPDX-License-Identifier: Apache-2.0
"""lockstep-engine alone, by hand: real MNIST against published figures, and the built-in digits."""
import json
import signal
import subprocess
import unittest

import program
from engine_case import MNIST, EngineCase, of_kind


class EngineTraining(EngineCase):
    def train_mnist(self, **training):
        self.assertTrue(MNIST.is_dir(), "the MNIST files are not beside this checkout")
        return self.train({"kind": "mnist", "path": str(MNIST)}, {"batch": 100, "seed": 1, **training})

    def test_two_ranks_read_97_percent_of_the_built_in_digits(self):
        template = json.loads(program.TEMPLATE.read_text())
        journals = self.train_ranks(template["data"], template["training"], 2)
        evaluated = [of_kind(records, "evaluated") for records in journals]
        print("built-in digits:", [record["top1"] for record in evaluated[0]])
        self.assertGreaterEqual(evaluated[0][-1]["top1"], 0.97)
        strip = lambda records: [(r["epoch"], r["loss"], r["top1"], r["samples"]) for r in records]
        self.assertEqual(strip(evaluated[0]), strip(evaluated[1]))
        hashes = {of_kind(records, "finished")[0]["weight_hash"] for records in journals}
        self.assertEqual(len(hashes), 1)
        self.assertEqual(len(hashes.pop()), 64)

    def test_adam_reads_97_5_percent_of_mnist_after_one_epoch(self):
        records = self.train_mnist(optimizer="adam", learning_rate=0.001, epochs=1)
        started = of_kind(records, "started")[0]
        self.assertEqual((started["training_samples"], started["validation_samples"]), (60000, 10000))
        self.assertEqual(started["parameters"], 20350)
        evaluated = of_kind(records, "evaluated")[0]
        print("adam, one epoch: top-1", evaluated["top1"])
        self.assertEqual(evaluated["samples"], 10000)
        self.assertGreaterEqual(evaluated["top1"], 0.975)

    def test_sgd_has_the_curve_of_the_tutorial(self):
        steps = of_kind(self.train_mnist(optimizer="sgd", learning_rate=0.01, epochs=2), "step")
        self.assertEqual(len(steps), 1200)

        def loss_around(step):
            # The tutorial prints single batches; the mean of 20 says the same with less luck.
            near = [record["loss"] for record in steps[step - 10:step + 10]]
            return sum(near) / len(near)

        print("sgd:", [round(loss_around(step), 3) for step in (200, 400, 800, 1000)])
        self.assertGreater(steps[0]["loss"], 2)
        self.assertLess(loss_around(200), 1.0)
        self.assertLess(loss_around(400), 0.55)
        for step in range(700, 1200, 100):
            self.assertLess(loss_around(step), 0.4)

    def test_a_stopped_training_goes_on_to_the_same_weights(self):
        data = {"kind": "synthetic-digits"}
        training = {"optimizer": "momentum", "learning_rate": 0.02, "batch": 60, "epochs": 2, "log_every": 20}
        whole = of_kind(self.train(data, training, run="whole"), "finished")[0]

        experiment = self.write_experiment(data, training)
        process = subprocess.Popen([program.ENGINE, "train", experiment, "--run-folder", self.home / "pieces"],
                                   env=program.clean_environment(self.home), stdin=subprocess.DEVNULL,
                                   stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.addCleanup(process.kill)
        for line in process.stdout:
            if "epoch: 1, batch: 40," in line:
                process.send_signal(signal.SIGTERM)
        self.assertEqual(process.wait(timeout=60), 10)
        process.stdout.close()
        stopped = of_kind(program.journal(self.home / "pieces/attempt-1/rank-0.jsonl"), "finished")[0]
        self.assertLess(stopped["step"], whole["step"])

        resumed = self.train(data, training, "--resume", "latest", run="pieces")
        self.assertEqual(of_kind(resumed, "started")[0]["first_step"], stopped["step"])
        self.assertEqual(of_kind(resumed, "finished")[0]["weight_hash"], whole["weight_hash"])

    def test_the_number_of_threads_does_not_change_what_is_learnt(self):
        data = {"kind": "synthetic-digits"}
        training = {"optimizer": "adam", "learning_rate": 0.001, "batch": 100, "epochs": 1}
        accuracy = [of_kind(self.train(data, training, "--threads", threads, run="threads-" + threads),
                            "evaluated")[0]["top1"] for threads in ("1", "2")]
        self.assertGreaterEqual(min(accuracy), 0.97)
        self.assertAlmostEqual(accuracy[0], accuracy[1], delta=0.005)

    def test_weights_are_found_beside_the_document(self):
        data = {"kind": "synthetic-digits"}
        learnt = self.train(data, {"optimizer": "adam", "learning_rate": 0.002, "batch": 100, "epochs": 1}, run="first")
        saved = of_kind(learnt, "checkpoint")[-1]["path"]
        for weights in (f"first/{saved}", f"first/{saved}/model.safetensors"):
            run = "from-" + str(weights.count("/"))
            records = self.train(data, {"learning_rate": 1e-30, "batch": 100, "epochs": 1}, run=run,
                                 model={"name": "mnist-cnn", "weights": weights})
            self.assertEqual(of_kind(records, "evaluated")[0]["top1"], of_kind(learnt, "evaluated")[0]["top1"])
            self.assertEqual(of_kind(records, "warning"), [])
            self.assertIn("Weights from ", (self.home / run / "attempt-1/rank-0.log").read_text())

    def test_errors_are_exit_codes_and_sentences(self):
        done = subprocess.run([program.ENGINE, "train", "--nonsense"], capture_output=True, text=True, timeout=20)
        self.assertEqual(done.returncode, 2)
        self.assertIn("no option --nonsense", done.stderr)
        records = self.train({"kind": "mnist", "path": str(self.home / "nowhere")}, {}, expected=4)
        finished = of_kind(records, "finished")[0]
        self.assertEqual(finished["exit_code"], 4)
        self.assertIn("nowhere", " ".join(finished["arguments"]))


if __name__ == "__main__":
    unittest.main()
