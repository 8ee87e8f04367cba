#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Lockstep authors
# SPDX-License-Identifier: Apache-2.0
"""Seconds a step of PyTorch's DistributedDataParallel between network namespaces, beside measure_strategies.py.

Run by measure_wire.sh in place of its benchmark, as root, with a Python that can import torch and torchvision in PYTHON:
    PYTHON=venv/bin/python measure_wire.sh ddp_peer.py HOSTS 1 MBPS:MODEL,SIZE,BATCH,WAY,STEPS...
WAY is dense, bf16 (its hook) or powersgdN (its hook with that rank, after two whole steps). Gloo carries the sums, over
eth0 alone; the batch norms' statistics are not exchanged. One line per case: the median from step to step on rank 0, and a
quarter and three quarters of them, without the first three steps; or that it hung, and in which step.
"""
import os
import signal
import statistics
import subprocess
import sys
import time

WARM_UP = 3
WHOLE_STEPS = 2  # the fewest that the hook allows with its error memory


def hooked(model, way):
    from torch.distributed.algorithms.ddp_comm_hooks import default_hooks, powerSGD_hook

    if way == "bf16":
        model.register_comm_hook(None, default_hooks.bf16_compress_hook)
    elif way.startswith("powersgd"):
        state = powerSGD_hook.PowerSGDState(None, matrix_approximation_rank=int(way.removeprefix("powersgd")),
                                            start_powerSGD_iter=WHOLE_STEPS)
        model.register_comm_hook(state, powerSGD_hook.powerSGD_hook)
    elif way != "dense":
        sys.exit(f"{way} is no way to sum gradients: dense, bf16 or powersgdN")
    return model


def network(name):
    import torchvision.models

    if name != "lenet":
        return getattr(torchvision.models, name)(num_classes=10), 3
    sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../engine/compute"))
    import torch_reference
    return torch_reference.lenet(), 1


def train(name, size, batch, way, steps):
    """One rank, with the variables of torchrun; prints the seconds since its start at the end of each step."""
    import torch
    import torch.distributed
    from torch.nn.parallel import DistributedDataParallel

    torch.set_num_threads(1)
    torch.distributed.init_process_group("gloo")
    torch.manual_seed(1)
    model, channels = network(name)
    model = hooked(DistributedDataParallel(model.train(), broadcast_buffers=False), way)
    inputs, labels = torch.randn(batch, channels, size, size), torch.randint(0, 10, (batch,))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01, momentum=0.9)
    for _ in range(steps + WARM_UP):
        optimizer.zero_grad()
        torch.nn.functional.cross_entropy(model(inputs), labels).backward()
        optimizer.step()
        print(time.monotonic(), flush=True)


def measure(case, spaces, patience):
    """The moments in which rank 0 ended a step, and whether every rank came to its end."""
    address = ["ip", "netns", "exec", spaces[0], "ip", "-4", "-o", "address", "show", "dev", "eth0"]
    leader = subprocess.run(address, capture_output=True, text=True, check=True, timeout=10).stdout.split()[3]
    ranks = []
    for rank, space in enumerate(spaces):
        variables = {"MASTER_ADDR": leader.split("/")[0], "MASTER_PORT": "29500", "RANK": str(rank), "LOCAL_RANK": "0",
                     "WORLD_SIZE": str(len(spaces)), "GLOO_SOCKET_IFNAME": "eth0"}
        command = ["ip", "netns", "exec", space, os.environ.get("PYTHON", sys.executable), os.path.abspath(__file__), "rank", case]
        ranks.append(subprocess.Popen(command, env={**os.environ, **variables}, text=True, start_new_session=True,
                                      stdout=subprocess.PIPE if rank == 0 else subprocess.DEVNULL))
    ended = True
    try:
        printed, _ = ranks[0].communicate(timeout=patience)
        ended = all(rank.wait(timeout=60) == 0 for rank in ranks)
    except subprocess.TimeoutExpired:
        ended = False
    finally:
        for rank in ranks:
            if rank.poll() is None:
                os.killpg(rank.pid, signal.SIGKILL)
        if not ended:
            printed, _ = ranks[0].communicate()
    return [float(line) for line in printed.split()], ended


def main():
    if len(sys.argv) > 1 and sys.argv[1] == "rank":
        name, size, batch, way, steps = sys.argv[2].split(",")
        train(name, int(size), int(batch), way, int(steps))
        return 0
    _, case, mbps, *spaces = sys.argv[1:]
    patience = float(os.environ.get("PATIENCE", "600"))
    moments, ended = measure(case, spaces, patience)
    if not ended:
        print(f"{case}, {mbps} Mbit/s: no end within {patience:.0f} s, {len(moments)} steps done", flush=True)
        return 0
    periods = [after - before for before, after in zip(moments, moments[1:])][WARM_UP - 1:]
    low, median, high = statistics.quantiles(periods, n=4)
    print(f"{case}, {mbps} Mbit/s: {median:.3f} s ({low:.3f}–{high:.3f})", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
