#!/usr/bin/python3
# SPDX-FileCopyrightText: The Lockstep authors
# SPDX-License-Identifier: Apache-2.0
"""Twenty steps of three ranks with compressed gradients, or with steps of their own, written down in PyTorch
from the definitions: the oracle of torch_strategies_test.

The model is W x + b with half the squared error; the ranks take 4, 3 and 2 samples of each global batch.

usage: torch_strategies.py FOLDER

Writes FOLDER/strategies.tensors: records of a line "NAME SIZE SIZE ...", then the values as little-endian f32.
"""
import os
import sys

import torch

ROWS, COLS, STEPS = 24, 18, 20
SHARES = [(0, 4), (4, 7), (7, 9)]
BATCH = SHARES[-1][1]
RATE, MOMENTUM, DECAY = 0.02, 0.9, 0.01
torch.set_default_dtype(torch.float64)


def write(file, name, tensor):
    tensor = tensor.detach().to(torch.float32).contiguous()
    file.write((" ".join([name] + [str(size) for size in tensor.shape]) + "\n").encode())
    file.write(tensor.numpy().astype("<f4").tobytes())


def gradients(parameters, inputs, targets, divisor):
    """Of half the squared error, by autograd."""
    weight, bias = (p.clone().requires_grad_() for p in parameters)
    loss = ((inputs @ weight.T + bias - targets) ** 2).sum() / 2 / divisor
    return torch.autograd.grad(loss, (weight, bias))


def momentum_step(parameters, velocities, sums):
    for parameter, velocity, gradient in zip(parameters, velocities, sums):
        velocity.mul_(MOMENTUM).add_(gradient)
        parameter.sub_(RATE * velocity)


def orthogonalize(matrix):
    """PyTorch's own, of its PowerSGD hook."""
    from torch.distributed.algorithms.ddp_comm_hooks.powerSGD_hook import _orthogonalize_gram_schmidt
    stacked = matrix.clone().unsqueeze(0)
    _orthogonalize_gram_schmidt(stacked, 1e-8)
    return stacked[0]


def power_sgd(start, data, q):
    parameters = [p.clone() for p in start]
    velocities = [torch.zeros_like(p) for p in start]
    errors = [torch.zeros(ROWS, COLS) for _ in SHARES]
    for inputs, targets in data:
        local = [gradients(parameters, inputs[a:b], targets[a:b], BATCH) for a, b in SHARES]
        matrices = [g[0] + e for g, e in zip(local, errors)]
        q = orthogonalize(q)
        p = orthogonalize(sum(m @ q for m in matrices))
        own = [m.T @ p for m in matrices]
        q = sum(own)
        errors = [m - p @ o.T for m, o in zip(matrices, own)]
        momentum_step(parameters, velocities, (p @ q.T, sum(g[1] for g in local)))
    return parameters


def top_k(start, data, ratio, nesterov):
    """Deep gradient compression, with the memory of its authors' DGCSGDMemory."""
    parameters = [p.clone() for p in start]
    sent = -int(-ratio * ROWS * COLS // 1)
    u = [[torch.zeros_like(p) for p in start] for _ in SHARES]
    v = [torch.zeros(ROWS * COLS) for _ in SHARES]
    for inputs, targets in data:
        total = [torch.zeros_like(p) for p in start]
        for rank, (a, b) in enumerate(SHARES):
            for i, gradient in enumerate(gradients(parameters, inputs[a:b], targets[a:b], BATCH)):
                gradient = gradient + DECAY / len(SHARES) * parameters[i]
                if nesterov:
                    u[rank][i] = (u[rank][i] + gradient) * MOMENTUM
                    push = u[rank][i] + gradient
                else:
                    u[rank][i] = u[rank][i] * MOMENTUM + gradient
                    push = u[rank][i].clone()
                if i == 1:
                    total[1] += push
                    continue
                v[rank] += push.flatten()
                places = torch.topk(v[rank].abs(), sent).indices
                total[0].view(-1)[places] += v[rank][places]
                v[rank][places] = 0
                u[rank][0].view(-1)[places] = 0
        for parameter, gradient in zip(parameters, total):
            parameter.sub_(RATE * gradient)
    return parameters


def local_steps(start, data, steps, outer=None):
    """The outer optimiser is PyTorch's own."""
    agreed = [p.clone().requires_grad_() for p in start]
    if outer:
        outer = torch.optim.SGD(agreed, lr=outer[0], momentum=outer[1], nesterov=True)
    replicas = [[p.clone() for p in start] for _ in SHARES]
    velocities = [[torch.zeros_like(p) for p in start] for _ in SHARES]
    for step, (inputs, targets) in enumerate(data):
        for rank, (a, b) in enumerate(SHARES):
            local = gradients(replicas[rank], inputs[a:b], targets[a:b], b - a)
            momentum_step(replicas[rank], velocities[rank], local)
        if (step + 1) % steps and step + 1 < len(data):
            continue
        means = [sum((b - a) / BATCH * replicas[rank][i] for rank, (a, b) in enumerate(SHARES))
                 for i in range(len(start))]
        if outer:
            for parameter, mean in zip(agreed, means):
                parameter.grad = parameter.detach() - mean
            outer.step()
            means = [p.detach().clone() for p in agreed]
        replicas = [[mean.clone() for mean in means] for _ in SHARES]
    return replicas[0]


def overlapped_steps(start, data, steps, outer=None):
    """CoCoD-SGD: what is sent at a meeting is averaged under the steps up to the next, and then takes the place
    of what was sent; what these steps did stays. After the last step all wait for one more average."""
    agreed = [p.clone().requires_grad_() for p in start]
    if outer:
        outer = torch.optim.SGD(agreed, lr=outer[0], momentum=outer[1], nesterov=True)
    replicas = [[p.clone() for p in start] for _ in SHARES]
    velocities = [[torch.zeros_like(p) for p in start] for _ in SHARES]
    sent = None

    def average(weights):
        means = [sum((b - a) / BATCH * mine[i] for mine, (a, b) in zip(weights, SHARES))
                 for i in range(len(start))]
        if outer:
            for parameter, mean in zip(agreed, means):
                parameter.grad = parameter.detach() - mean
            outer.step()
            means = [p.detach().clone() for p in agreed]
        return means

    def receive():
        means = average(sent)
        return [[new + (now - then) for new, now, then in zip(means, mine, before)]
                for mine, before in zip(replicas, sent)]

    for step, (inputs, targets) in enumerate(data):
        if step and step % steps == 0:
            replicas = receive() if sent else replicas
            sent = [[p.clone() for p in mine] for mine in replicas]
        for rank, (a, b) in enumerate(SHARES):
            local = gradients(replicas[rank], inputs[a:b], targets[a:b], b - a)
            momentum_step(replicas[rank], velocities[rank], local)
    replicas = receive()
    return average(replicas)


def main(folder):
    os.makedirs(folder, exist_ok=True)
    torch.manual_seed(11)
    single = lambda *shape: torch.randn(shape).float().double()  # what f32 holds exactly
    start = [single(ROWS, COLS), single(ROWS)]
    truth = [single(ROWS, COLS), single(ROWS)]
    data = []
    for _ in range(STEPS):
        inputs = single(BATCH, COLS)
        data.append((inputs, (inputs @ truth[0].T + truth[1] + 0.1 * single(BATCH, ROWS)).float().double()))
    q = single(2, COLS).T
    results = {
        "powersgd": power_sgd(start, data, q),
        "top-k": top_k(start, data, 0.1, False),
        "top-k-nesterov": top_k(start, data, 0.1, True),
        "averaging": local_steps(start, data, 3),
        "diloco": local_steps(start, data, 4, (0.7, 0.9)),
        "overlapped": overlapped_steps(start, data, 3),
        "overlapped-diloco": overlapped_steps(start, data, 4, (0.7, 0.5)),
    }
    with open(os.path.join(folder, "strategies.tensors"), "wb") as file:
        write(file, "start/weight", start[0])
        write(file, "start/bias", start[1])
        write(file, "q", q.T)
        write(file, "inputs", torch.stack([inputs for inputs, _ in data]))
        write(file, "targets", torch.stack([targets for _, targets in data]))
        for name, (weight, bias) in results.items():
            write(file, f"{name}/weight", weight)
            write(file, f"{name}/bias", bias)


if __name__ == "__main__":
    main(sys.argv[1])
