# SPDX-FileCopyrightText: The Lockstep authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the tests in the laboratory share: a training on it, faults, and what must hold at the end."""
import contextlib
import os
import pathlib
import random
import shutil
import tempfile
import time
import unittest

from lab import Lab
from lab_run import LabRun, sentence
from local_hosts import wait_until
from run_check import RunCheck

MARGIN_S = 60  # for ends and beginnings on a busy computer: what is asserted is that they come


class LabCase(unittest.TestCase):
    hosts = 4

    def setUp(self):
        self.seed = int(os.environ.get("LOCKSTEP_SOAK_SEED") or random.SystemRandom().randrange(1 << 32))
        print(f"LOCKSTEP_SOAK_SEED={self.seed}", flush=True)
        self.chance = random.Random(self.seed)
        self.lab = Lab(self.hosts)
        self.addCleanup(self.lab.__exit__)
        self.spoilt = set()  # steps of checkpoints
        self.landed = {}  # how often, by the fault's name
        self.violations = []

    def train(self, restarts=1000, kind=LabRun, **training):
        run = kind(self.lab, restarts, checkpoint_every=1, keep_checkpoints=3, **training)
        self.addCleanup(run.close)
        return run

    @contextlib.contextmanager
    def keeping(self, run):
        """Where this fails, what it has left on its hosts and at its desktop stays, for those who ask why."""
        try:
            yield
        except BaseException:
            kept = pathlib.Path(tempfile.mkdtemp(prefix="lockstep-failed-"))
            for host in filter(lambda host: run.folder(host).exists(), run.hosts):
                shutil.copytree(run.folder(host), kept / f"host-{host}",
                                ignore=shutil.ignore_patterns("*.safetensors", "control.sock"))
                processes = "".join(f"{pid} {line}\n" for pid, line in self.lab.hosts[host].processes().items())
                (kept / f"host-{host}" / "processes").write_text(processes)
            shutil.copy(run.home / "desktop.log", kept)
            print(f"kept: {kept}", flush=True)
            raise

    def inject(self, run, fault):
        """One fault, and what must follow. Returns the seconds until the attempt had ended on all hosts; None for a
        fault that ends none."""
        attempt = run.attempt()
        began = time.monotonic()
        outcome = fault(run, self.chance)
        print(f"{fault.__name__}: {outcome.what} ({outcome.landed} landed)", flush=True)
        self.landed[fault.__name__] = self.landed.get(fault.__name__, 0) + bool(outcome.landed)
        if not outcome.ends:
            run.wait_for_steps(3)
            if run.attempt() != attempt:
                self.violations.append(f"{outcome.what}: attempt {attempt} ended of it: {run.ends(attempt)}")
            return None
        if outcome.spoilt >= 0:
            self.spoilt.add(outcome.spoilt)
        ends = run.wait_for_end(attempt, set(run.hosts) - outcome.gone)
        seconds = time.monotonic() - began
        print(f"  ended everywhere after {seconds:.1f} s: {sentence(ends[min(ends)])}", flush=True)
        for host, end in ends.items():
            if outcome.culprits and end["culprit"] not in outcome.culprits:
                self.violations.append(f"{outcome.what}: host {host} names rank {end['culprit']}: {sentence(end)}")
        if not outcome.alone:
            run.desktop.wait(MARGIN_S)
            run.said.close()
            self.assert_no_engine_is_left()
            run.start_desktop("resume", run.name)
        run.wait(lambda: run.attempt() > attempt, MARGIN_S, "another attempt")
        return seconds

    def assert_no_engine_is_left(self):
        wait_until(lambda: not any(host.processes() for host in self.lab.hosts), MARGIN_S, "the end of every process")

    def end(self, run):
        """Stops the run, and looks at all that it has left. Returns the figures of that."""
        run.stop()
        self.assert_no_engine_is_left()
        check = RunCheck([run.folder(host) for host in run.hosts])
        check.check_checkpoints(self.spoilt)
        check.check_mirror(run.mirror)
        self.assertEqual(self.violations + check.violations, [], f"seed {self.seed}")
        self.assertEqual([name for name, count in self.landed.items() if count == 0], [], "faults that met nothing")
        return check.figures
