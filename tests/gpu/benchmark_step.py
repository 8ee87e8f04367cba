# SPDX-FileCopyrightText: The Lockstep authors
# SPDX-License-Identifier: Apache-2.0
"""Training speed and memory beside PyTorch's, in turn: each program sets itself up once and measures when asked."""
import contextlib
import json
import re
import select
import statistics
import subprocess
import time

from machine import nvidia_smi
from programs import end_group
from report import FAILED, LEFT_OUT, PASSED, Outcome, Table

LARGE_GOALS, SMALL_GOALS = {"eager": 1.2, "compiled": 1.0}, {"eager": 5.0}
WAYS = ("eager", "compiled")
#: Who sets itself up beside whom. Lockstep measures on the device what it chooses, so nobody else may compute there
#: meanwhile; compiling is the processor's work at first.
WAVES = (("lockstep", "compiled"), ("eager",))
#: Of a program that may have found too little memory because the others hold it.
WANTS_MEMORY = re.compile(r"memory|no room|ALLOC|CUDNN_STATUS|CUBLAS_STATUS", re.IGNORECASE)
#: Of Lockstep's step: the host gives all of its work, then waits for a loss; the device computes meanwhile.
PARTS = ("giving_ms", "loss_ms", "device_ms")
COLUMNS = ["case", "batch", "lockstep img/s", "eager img/s", "compiled img/s", "against eager", "against compiled",
           "lockstep MiB", "eager MiB", "compiled MiB", "step, ms", "giving it, ms", "waiting for a loss, ms",
           "on the device, ms", "share that the floors explain", "left out"]


class Case:
    def __init__(self, model, batch, sample, classes, precision, goals):
        self.model, self.batch, self.sample, self.classes = model, batch, sample, classes
        self.precision, self.goals = precision, goals
        self.name = f"{model} {precision}"

    def settings(self):
        return [self.model, str(self.batch), self.sample, str(self.classes), self.precision]


def cases():
    """In order of worth: a run that is short of time leaves out the last."""
    large = ("resnet50", "resnet18", "convnext_tiny")
    found = [Case(model, 256, "3x224x224", 1000, "bf16", LARGE_GOALS) for model in large]
    found += [Case(model, batch, "1x28x28", 10, "f32", SMALL_GOALS)
              for model, batch in (("mnist-cnn", 100), ("lenet", 64))]
    found += [Case(model, 256, "3x224x224", 1000, precision, LARGE_GOALS)
              for precision in ("tf32", "fp16") for model in large]
    return found + [Case("i3d", 16, "3x64x224x224", 400, "bf16", LARGE_GOALS)]


def quick_cases():
    return [Case("lenet", 8, "1x28x28", 10, "f32", {})]


class PeerError(Exception):
    """A program that did not answer; the text tells."""


class Peer:
    """One program, which is asked line by line."""

    def __init__(self, context, name, command, environment):
        self.name = name
        self.log = context.report.logs / "benchmark" / f"{name.replace(' ', '-')}.log"
        self.log.parent.mkdir(parents=True, exist_ok=True)
        with open(self.log, "ab") as errors:
            # Not buffered: select() sees what is still to be read, not what a buffer holds.
            self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors,
                                            bufsize=0, env=environment, start_new_session=True)
        self.setup = None
        self.measured = []
        self.process_mb = None  # of the device's memory, by the driver
        self.alone = False  # measured when the others had ended

    def answer(self, seconds):
        """Its next line of JSON."""
        deadline = time.monotonic() + seconds
        while True:
            if not select.select([self.process.stdout], [], [], max(0, deadline - time.monotonic()))[0]:
                raise PeerError(f"{self.name} did not answer within {seconds:.0f} s")
            line = self.process.stdout.readline()
            if not line:
                errors = self.log.read_text(errors="replace").strip().splitlines()
                raise PeerError(f"{self.name} ended with {self.process.wait()}: {errors[-1] if errors else ''}")
            if line.startswith(b"{"):
                return json.loads(line)

    def measure(self, seconds):
        with contextlib.suppress(BrokenPipeError):  # its answer tells how it ended
            self.process.stdin.write(f"{seconds}\n".encode())
        self.measured.append(self.answer(seconds + 30))

    def median(self, figure):
        values = [each[figure] for each in self.measured if figure in each]
        return statistics.median(values) if values else None

    def memory(self):
        """MiB of the device's memory: what the driver counts, else what the program says it holds."""
        return self.process_mb or self.setup.get("planned_mb") or self.median("reserved_mb")

    def end(self):
        self.process.stdin.close()
        end_group(self.process)
        self.process.stdout.close()


def memory_of_processes():
    """MiB of the first GPU's memory by process id, where the driver tells."""
    listing = subprocess.run(["nvidia-smi", "--query-compute-apps=pid,used_memory", "--format=csv,noheader,nounits"],
                             capture_output=True, text=True, timeout=20, check=False).stdout
    return {int(pid): float(used) for pid, used in
            (line.split(",") for line in listing.splitlines() if line.count(",") == 1) if used.strip().isdigit()}


def commands(context, case):
    """Who is measured."""
    machine = context.staged.machine
    ours = context.staged.command("device_benchmark", context.device, *case.settings(), str(machine.cores))
    yield "lockstep", ours, context.staged.environment()
    if machine.python is None or (context.device != "cpu" and not context.device.startswith("cuda")):
        return
    for way in WAYS[:1] if context.quick else WAYS:
        yield way, [machine.python, "-B", str(context.staged.folder / "pytorch_peer.py"), way, context.device,
                    *case.settings()], None


class Contest:
    """The programs of one case: those that are measured, and why others are not."""

    def __init__(self, context, case):
        self.context, self.case = context, case
        self.commands = {name: (command, environment) for name, command, environment in commands(context, case)}
        self.peers, self.refused = {}, {}

    def start(self, names):
        for name in names:
            if name in self.commands:
                self.peers[name] = Peer(self.context, f"{self.case.name} {name}", *self.commands[name])

    def attempt(self, names, job):
        """Who fails is out."""
        for name in names:
            if name in self.peers:
                try:
                    job(self.peers[name])
                except PeerError as error:
                    self.refused[name] = str(error)
                    self.peers.pop(name).end()

    def set_up(self, names):
        def wait(peer):
            peer.setup = peer.answer(min(150, max(1, self.context.seconds_left())))
        self.attempt([name for name in names if name in self.peers and self.peers[name].setup is None], wait)

    def measure(self, names, rounds, seconds):
        if self.context.device.startswith("cuda"):
            used = memory_of_processes()
            for name in names:
                if name in self.peers:
                    self.peers[name].process_mb = used.get(self.peers[name].process.pid)
        for _ in range(rounds):
            self.attempt(names, lambda peer: peer.measure(seconds))

    def end(self):
        for peer in self.peers.values():
            peer.end()


def measure(context, case, rounds, seconds):
    """Peers by name, and why some are missing."""
    contest = Contest(context, case)
    everybody = list(contest.commands)
    try:
        contest.start(WAVES[0])
        contest.set_up(["lockstep"])
        contest.start(WAVES[1])
        contest.set_up(everybody)
        contest.measure(everybody, rounds, seconds)
        contest.end()
        # The device's memory may not hold all of them at once.
        for name in [name for name, error in contest.refused.items() if WANTS_MEMORY.search(error)]:
            if context.seconds_left() < 30 or len(contest.commands) == 1:
                break
            del contest.refused[name]
            contest.start([name])
            contest.peers[name].alone = True
            contest.set_up([name])
            contest.measure([name], rounds, seconds)
            contest.end()
        return contest.peers, contest.refused
    finally:
        contest.end()


def floor_of(context, case):
    """Seconds that bytes over bandwidth and FLOPs over rate alone would take for one step, operation by operation."""
    if not context.staged.has("step_floors"):
        return None
    found = context.run(f"benchmark/floor-{case.name.replace(' ', '-')}", "step_floors", *case.settings(), seconds=60)
    lines = [json.loads(line) for line in found.output.splitlines() if line.startswith("{")]
    return lines[-1]["floor_ms"] if found.code == 0 and lines else None


def figures_of(case, peers, refused, floor_ms):
    ours = peers.get("lockstep")
    figures = {"case": case.name, "batch": case.batch, "left_out": refused, "floor_ms": floor_ms}
    for name, peer in peers.items():
        figures[name] = {"img_s": peer.median("img_s"), "step_ms": peer.median("step_ms"), "setup": peer.setup,
                         "memory_mb": peer.memory(), "alone": peer.alone, "rounds": peer.measured}
        figures[name].update({figure: peer.median(figure) for figure in PARTS})
        if ours is not None and peer is not ours:
            figures[name]["ratio"] = ours.median("img_s") / peer.median("img_s")
    if ours is not None and floor_ms:
        figures["floors_explain"] = floor_ms / ours.median("step_ms")
    return figures


def missed(case, figures):
    return [f"{case.name}: {figures[way]['ratio']:.2f} of {goal} against {way}" for way, goal in case.goals.items()
            if figures.get(way, {}).get("ratio", goal) < goal]


def row_of(case, figures):
    ways = ("lockstep", *WAYS)

    def of(name, key):
        return figures.get(name, {}).get(key)
    return [case.name, case.batch, *(of(name, "img_s") for name in ways), *(of(name, "ratio") for name in WAYS),
            *(of(name, "memory_mb") for name in ways), of("lockstep", "step_ms"),
            *(of("lockstep", part) for part in PARTS), figures.get("floors_explain"),
            "; ".join(figures["left_out"].values())]


def fusion_rows(case, setup):
    """What the device compared of convolutions and what follows them in one, by kind: how many it took, and the time
    that saves in a step or in a batch of evaluation."""
    rows = []
    for kind in ("statistics", "normalize"):
        compared = [each for each in setup.get("fusions", []) if each["kind"] == kind]
        taken = [each for each in compared if each["taken"]]
        if compared:
            rows.append([case.name, kind, len(compared), len(taken),
                         sum(each["separate_us"] - each["fused_us"] for each in taken) / 1000])
    return rows


def benchmark(context):
    rounds, seconds = (1, 0.2) if context.quick else (3, 2.0)
    rows, fusions, all_figures, short, broken, without_time = [], [], [], [], [], []
    for case in quick_cases() if context.quick else cases():
        if context.seconds_left() < 30:
            without_time.append(case.name)
            continue
        peers, refused = measure(context, case, rounds, seconds)
        figures = figures_of(case, peers, refused, floor_of(context, case))
        figures["clocks"] = nvidia_smi(("clocks.sm", "clocks.mem", "temperature.gpu", "power.draw")) or None
        all_figures.append(figures)
        rows.append(row_of(case, figures))
        if "lockstep" in peers:
            fusions += fusion_rows(case, peers["lockstep"].setup)
        short += missed(case, figures)
        broken += [case.name] if "lockstep" in refused else []
    if not rows:
        return Outcome(LEFT_OUT, "no time was left", {"without_time": without_time})
    summary = "; ".join([f"{len(rows)} cases"] + [f"MISSED {each}" for each in short] +
                        [f"did not run: {each}" for each in broken] +
                        ([f"no time for {', '.join(without_time)}"] if without_time else []))
    tables = [Table("Training images per second", COLUMNS, rows)]
    if fusions:
        tables.append(Table("Convolutions in one with what follows them",
                            ["case", "with", "compared", "taken", "ms saved"], fusions))
    return Outcome(FAILED if short or broken else PASSED, summary, {"cases": all_figures, "without_time": without_time},
                   tables)
