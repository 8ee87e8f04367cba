#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Lockstep authors
# SPDX-License-Identifier: Apache-2.0
"""lockstep-engine in bf16 beside f32: both reach the same accuracy, to half a point."""
import pathlib
import subprocess
import unittest

import program
from engine_case import MNIST, EngineCase, of_kind

SHEETS = program.SHARED_DATA / "cifar10-lossless"
CONVERTER = pathlib.Path(__file__).parent.parent / "support" / "cifar10_from_sheets.py"
IMAGE_BYTES = 1 + 3 * 32 * 32
DEVICE_UNAVAILABLE = 5


class EnginePrecision(EngineCase):
    def is_refused(self):
        """Whether the processor has no unit for bf16; then the engine says so, and that is all there is to see."""
        flags = pathlib.Path("/proc/cpuinfo").read_text()
        if "avx512_bf16" in flags or "amx_bf16" in flags:
            return False
        self.train({"kind": "synthetic-digits"}, {"batch": 100, "epochs": 1, "precision": "bf16"}, run="refused",
                   expected=DEVICE_UNAVAILABLE)
        print("this processor has no unit for bf16")
        return True

    def top1_of_each(self, data, training, model):
        top1 = {}
        for precision in ("f32", "bf16"):
            records = self.train(data, {**training, "precision": precision}, run=precision, model=model)
            top1[precision] = of_kind(records, "evaluated")[-1]["top1"]
            log = (self.home / precision / "attempt-1" / "rank-0.log").read_text()
            self.assertIn(f"precision: {precision}", log)
        print(model, top1)
        return top1

    def test_on_mnist(self):
        if self.is_refused():
            return
        top1 = self.top1_of_each({"kind": "mnist", "path": str(MNIST)},
                                 {"optimizer": "adam", "learning_rate": 0.001, "batch": 100, "epochs": 1}, "mnist-cnn")
        self.assertGreaterEqual(top1["f32"], 0.975)
        self.assertGreaterEqual(top1["bf16"], top1["f32"] - 0.005)

    def test_on_cifar_pictures(self):
        """A few pictures, learnt by heart: on few unseen ones, luck would weigh more than half a point."""
        if self.is_refused():
            return
        folder = self.home / "cifar"
        folder.mkdir()
        subprocess.run(["/usr/bin/python3", CONVERTER, SHEETS, folder], check=True, timeout=60)
        pictures = (folder / "test_batch.bin").read_bytes()[:300 * IMAGE_BYTES]
        for name in ["test_batch.bin"] + [f"data_batch_{i}.bin" for i in range(1, 6)]:
            (folder / name).write_bytes(pictures)
        top1 = self.top1_of_each({"kind": "cifar10", "path": str(folder), "augmentation": "none"},
                                 {"optimizer": "momentum", "nesterov": True, "learning_rate": 0.05,
                                  "weight_decay": 1e-4, "decay_all": False, "batch": 50, "epochs": 5,
                                  "schedule": {"kind": "cosine", "warmup_epochs": 0.5}}, "resnet20")
        self.assertGreaterEqual(top1["f32"], 0.99)
        self.assertGreaterEqual(top1["bf16"], top1["f32"] - 0.005)


if __name__ == "__main__":
    unittest.main()
