# SPDX-FileCopyrightText: The Lockstep authors
# SPDX-License-Identifier: Apache-2.0
"""Steps that train with the engine: to the CPU's accuracy, over several ranks, from checkpoint to checkpoint."""
import math

from engine_runs import Run, final_accuracy, losses, of_kind, weight_hash
from report import FAILED, PASSED, Outcome, Table

#: How much below the CPU's a device's top-1 may end: other sums are another draw of the same training. To this come
#: two standard errors of a share of so many samples.
ACCURACY_SLACK = 0.02
#: Relative, of the first steps' losses: rounding has not grown yet.
FIRST_STEPS, FIRST_LOSSES = 10, 2e-3
DIGITS = {"kind": "synthetic-digits"}
ADAM = {"optimizer": "adam", "learning_rate": 0.001, "batch": 100}


def relative(found, expected):
    return max((abs(a - b) / abs(b) for a, b in zip(found, expected)), default=float("inf"))


def as_accurate(found, expected):
    """Whether the last evaluation among the records is as good as that of others, within what chance makes of it."""
    share, samples = final_accuracy(expected), of_kind(expected, "evaluated")[-1]["samples"]
    return final_accuracy(found) >= share - ACCURACY_SLACK - 2 * math.sqrt(share * (1 - share) / samples)


def accuracy_cases(context):
    """Data, model, training, and the top-1 that must be reached whatever the CPU does."""
    epochs = 1 if context.quick else 3
    mnist, cifar = context.staged.data("mnist"), context.staged.data("cifar10")
    cases = [("digits", DIGITS, "mnist-cnn", {**ADAM, "epochs": 1}, 0.9)]
    if mnist:
        cases.append(("mnist", {"kind": "mnist", "path": str(mnist)}, "mnist-cnn", {**ADAM, "epochs": epochs},
                      0.9 if context.quick else 0.95))
    if cifar and not context.quick:
        training = {"optimizer": "momentum", "learning_rate": 0.05, "batch": 100, "epochs": 8}
        cases.append(("cifar10", {"kind": "cifar10", "path": str(cifar)}, "resnet20", training, 0.2))
    return cases


def accuracy(context):
    rows, figures, wrong = [], {}, []
    for name, data, model, training, least in accuracy_cases(context):
        found = {}
        for device in dict.fromkeys(("cpu", context.device)):
            run = Run(context, f"accuracy-{name}-{device.replace(':', '')}")
            found[device] = run.train([device], data, training, model)[0][0]
        cpu, mine = found["cpu"], found[context.device]
        first = relative(losses(mine)[:FIRST_STEPS], losses(cpu)[:FIRST_STEPS])
        seconds = {device: of_kind(records, "epoch")[-1]["seconds"] for device, records in found.items()}
        row = {"cpu": final_accuracy(cpu), "device": final_accuracy(mine), "first_losses": first, "seconds": seconds}
        if row["device"] < least or not as_accurate(mine, cpu) or not first <= FIRST_LOSSES:
            wrong.append(name)
        figures[name] = row
        rows.append([name, model, row["cpu"], row["device"], first, seconds["cpu"], seconds[context.device]])
    table = Table("Top-1 after training", ["data", "model", "cpu", context.device, "first losses apart",
                                           "epoch, cpu, s", f"epoch, {context.device}, s"], rows)
    return Outcome(FAILED if wrong else PASSED, f"not as the CPU: {', '.join(wrong)}" if wrong else
                   f"{len(rows)} data sets learnt as on the CPU", figures, [table])


def worlds(context):
    """Ranks by device. Where there is one GPU, NCCL refuses two ranks on it, and they go through the host."""
    device = context.device
    found = {"alone": [device], "two ranks on one device": [device, device]}
    if device != "cpu":
        found["beside a CPU"] = [device, "cpu"]
    if len(context.staged.machine.gpus) > 1 and device.startswith("cuda"):
        found["two GPUs"] = ["cuda:0", "cuda:1"]
    return found


def exchange_of(log):
    """How the gradients are exchanged, and why so, in the engine's words."""
    mark = "gradients are exchanged by "
    return "; ".join(line.partition(mark)[2] for line in log.splitlines() if mark in line)


def ranks(context):
    rows, figures, wrong = [], {}, []
    for name, devices in worlds(context).items():
        results = Run(context, "ranks-" + name.replace(" ", "-")).train(
            devices, DIGITS, {**ADAM, "batch": 100 // len(devices), "epochs": 1, "deterministic": True})
        hashes = {weight_hash(records) for records, _ in results}
        top1 = final_accuracy(results[0][0])
        said = exchange_of(results[0][1])
        figures[name] = {"hashes": sorted(hashes), "top1": top1, "log": said}
        rows.append([name, " ".join(devices), len(hashes) == 1, top1, said])
        if len(hashes) != 1 or top1 < 0.9:
            wrong.append(name)
    table = Table("Ranks", ["world", "devices", "equal weights", "top-1", "exchanged by"], rows)
    return Outcome(FAILED if wrong else PASSED, f"not in step: {', '.join(wrong)}" if wrong else
                   f"{len(rows)} worlds stayed in step", figures, [table])


def parts(context):
    """A model in two parts, on two devices where there are two, against the whole on one."""
    device = context.device
    pairs = {"on one device": [device, device]}
    if device != "cpu":
        pairs["beside a CPU"] = [device, "cpu"]
    if len(context.staged.machine.gpus) > 1 and device.startswith("cuda"):
        pairs["on two GPUs"] = ["cuda:0", "cuda:1"]
    training = {**ADAM, "batch": 100, "accumulate": 4, "epochs": 1, "deterministic": True}
    whole = Run(context, "parts-whole").train([device], DIGITS, training)[0][0]
    rows, wrong = [["whole", device, 0.0, True, final_accuracy(whole)]], []
    for name, devices in pairs.items():
        found = Run(context, "parts-" + name.replace(" ", "-")).train(
            devices, DIGITS, {**training, "strategy": "model-parallel"})[0][0]
        apart = relative(losses(found)[:FIRST_STEPS], losses(whole)[:FIRST_STEPS])
        same = weight_hash(found) == weight_hash(whole)
        rows.append([name, " ".join(devices), apart, same, final_accuracy(found)])
        if not apart <= FIRST_LOSSES or not as_accurate(found, whole):
            wrong.append(name)
    table = Table("A model in parts", ["parts", "devices", "first losses apart", "equal weights", "top-1"], rows)
    return Outcome(FAILED if wrong else PASSED, f"not as in one: {', '.join(wrong)}" if wrong else
                   f"{len(pairs)} ways to hold a model in parts learn as one device does", {"rows": rows}, [table])


def resume(context):
    """The same weights with and without a break; and a checkpoint that moves to the device and back."""
    device = context.device
    training = {"optimizer": "momentum", "learning_rate": 0.02, "batch": 60, "deterministic": True}
    whole = Run(context, "resume-whole").train([device], DIGITS, {**training, "epochs": 2})[0][0]
    pieces = Run(context, "resume-pieces")
    pieces.train([device], DIGITS, {**training, "epochs": 1})
    resumed = pieces.train([device], DIGITS, {**training, "epochs": 2}, resume=True)[0][0]
    same = weight_hash(whole) == weight_hash(resumed)
    stays, moves = Run(context, "moves-cpu"), Run(context, "moves-between")
    rows = []
    for epoch, where in enumerate(("cpu", device, "cpu"), 1):
        options = {**training, "epochs": epoch}
        expected = stays.train(["cpu"], DIGITS, options, resume=epoch > 1)[0][0]
        found = moves.train([where], DIGITS, options, resume=epoch > 1)[0][0]
        rows.append([epoch, where, final_accuracy(found), final_accuracy(expected),
                     relative(losses(found)[:FIRST_STEPS], losses(expected)[:FIRST_STEPS])])
    # Later losses are those of a training that went another way by rounding: first steps of the first move alone.
    moved = all(row[2] >= row[3] - ACCURACY_SLACK for row in rows) and rows[1][4] <= FIRST_LOSSES
    summary = ("the same bits after a break" if same else "other bits after a break") + "; " + (
        "a checkpoint moved to the device and back" if moved else "a checkpoint did not move as it should")
    columns = ["epoch", "device", "top-1", "top-1, cpu alone", "first losses apart"]
    table = Table("A checkpoint that moves", columns, rows)
    return Outcome(PASSED if same and moved else FAILED, summary, {"same_bits": same, "moves": rows}, [table])
