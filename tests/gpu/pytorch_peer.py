# SPDX-FileCopyrightText: The Lockstep authors
# SPDX-License-Identifier: Apache-2.0
"""Training images per second of a model in PyTorch, measured whenever a line on standard input asks for it; its lines
are those of device_benchmark.

usage: pytorch_peer.py eager|compiled DEVICE MODEL BATCH SAMPLE CLASSES f32|tf32|bf16|fp16

PyTorch at its best: channels last, cuDNN's own measurements, autocast (fp16 with a gradient scaler), the fused
optimiser, a batch that lies on the device already, and nobody who waits for a loss between the steps.
"""
import json
import os
import sys
import time

WARM_UP = 10
LEAST_STEPS = 3
LOOK_EVERY = 10  # steps between two looks at the clock, so that the host can run ahead of the device


def oracle_folders():
    """The scripts that define the models torchvision lacks: beside this one where it was staged, else in the tree."""
    here = os.path.dirname(os.path.abspath(__file__))
    tests = os.path.join(here, os.pardir, "engine")
    return [os.path.join(here, "oracle"), os.path.join(tests, "compute"), os.path.join(tests, "graph")]


sys.path[:0] = [folder for folder in oracle_folders() if os.path.isdir(folder)]

import torch  # noqa: E402
import torch.nn.functional as F  # noqa: E402

import torch_reference  # noqa: E402
import torch_zoo  # noqa: E402

HALVES = {"bf16": torch.bfloat16, "fp16": torch.float16}
SMALL = {"mnist-cnn": torch_reference.mnist_cnn, "lenet": torch_reference.lenet}


class Training:
    def __init__(self, way, device, name, batch, sample, classes, precision):
        self.device = torch.device(device)
        self.batch = batch
        self.half = HALVES.get(precision)
        torch.manual_seed(1)
        torch.backends.cudnn.benchmark = True
        torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = precision == "tf32"
        model = SMALL[name]() if name in SMALL else torch_zoo.make(name, classes)
        layout = torch.channels_last_3d if len(sample) == 4 else torch.channels_last
        model = model.train().to(self.device).to(memory_format=layout)
        self.inputs = torch.randn(batch, *sample, device=self.device).to(memory_format=layout)
        self.labels = torch.randint(0, classes, (batch,), device=self.device)
        fused = {"fused": True} if self.device.type == "cuda" else {}
        self.optimizer = torch.optim.SGD(model.parameters(), lr=0.01, momentum=0.9, **fused)
        scales = self.half is torch.float16 and self.device.type == "cuda"
        self.scaler = torch.amp.GradScaler("cuda") if scales else None
        self.model = torch.compile(model) if way == "compiled" else model

    def step(self):
        self.optimizer.zero_grad(set_to_none=True)
        with torch.autocast(self.device.type, dtype=self.half or torch.bfloat16, enabled=self.half is not None):
            output = self.model(self.inputs)
            logits = output if isinstance(output, torch.Tensor) else output.logits
            loss = F.cross_entropy(logits.float(), self.labels)
        if self.scaler is None:
            loss.backward()
            self.optimizer.step()
        else:
            self.scaler.scale(loss).backward()
            self.scaler.step(self.optimizer)
            self.scaler.update()
        return loss

    def wait(self):
        if self.device.type == "cuda":
            torch.cuda.synchronize()

    def measure(self, seconds):
        steps = 0
        self.wait()
        start = time.perf_counter()
        while time.perf_counter() - start < seconds or steps < LEAST_STEPS:
            for _ in range(LOOK_EVERY if self.device.type == "cuda" else 1):
                loss = self.step()
                steps += 1
            # No further ahead than this: the clock would be read long before the work is done.
            value = loss.item()
        self.wait()
        elapsed = time.perf_counter() - start
        return {"steps": steps, "img_s": self.batch * steps / elapsed, "step_ms": 1000 * elapsed / steps,
                "loss": value, **self.peak()}

    def peak(self):
        if self.device.type != "cuda":
            return {}
        return {"peak_mb": torch.cuda.max_memory_allocated() / 2**20,
                "reserved_mb": torch.cuda.max_memory_reserved() / 2**20}


def main():
    way, device, name, batch, sample, classes, precision = sys.argv[1:]
    start = time.perf_counter()
    training = Training(way, device, name, int(batch), tuple(map(int, sample.split("x"))), int(classes), precision)
    for _ in range(WARM_UP):
        training.step()
    training.wait()
    print(json.dumps({"ready": True, "description": f"PyTorch {torch.__version__}",
                      "setup_seconds": time.perf_counter() - start}), flush=True)
    for seconds in sys.stdin:
        print(json.dumps(training.measure(float(seconds))), flush=True)


if __name__ == "__main__":
    main()
