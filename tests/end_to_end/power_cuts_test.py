#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Lockstep authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The power of a host fails while it trains: what its disk holds at that moment is a copy of the file behind it.

A file system of its own, ext4 on a file, so that whatever has not been forced to the disk is missing from the copy. The
processes stand still while it is taken; what the kernel writes meanwhile makes it be taken again.
A program that forgets to force files or folders to the disk must be found out by it. LOCKSTEP_POWER_CUTS: how many on
each kind of journal (200 among the long tests). LOCKSTEP_POWER_SEED repeats the moments.
"""
import json
import os
import pathlib
import random
import re
import secrets
import shutil
import signal
import subprocess
import sys
import time
import unittest

import program
from engine_case import EngineCase
from local_slurm import wait_until
from run_check import RunCheck

INSIDE = "LOCKSTEP_TEST_INSIDE_MOUNTS"
DISK_BYTES = 48 << 20
JOURNALS = ("data=ordered", "data=writeback,noauto_da_alloc")
RUN = "power"
# Epochs of three steps, and a checkpoint at the end of each.
DATA = {"kind": "synthetic", "image_size": 28, "classes": 10, "samples": 24}
TRAINING = {"optimizer": "adam", "learning_rate": 0.001, "batch": 8, "epochs": 100000, "seed": 3, "keep_checkpoints": 2}
FORGETFUL_DISK = program.BINARIES.parent / "tests" / "liblockstep_forgetful_disk.so"
SAVED = re.compile(rb'"kind":"checkpoint","step":(\d+),')


def command(*words):
    done = subprocess.run(list(map(str, words)), stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60)
    if done.returncode != 0:
        raise AssertionError(f"{' '.join(map(str, words))}: {done.stderr}")
    return done.stdout


class Disk:
    """An ext4 file system on a file, mounted beside it. A context manager."""

    def __init__(self, file, options):
        self.file = pathlib.Path(file)
        self.folder = self.file.with_suffix(".mounted")
        self.folder.mkdir(exist_ok=True)
        command("mount", "-o", f"loop,{options}", self.file, self.folder)
        device = os.stat(self.folder).st_dev
        self.counters = pathlib.Path(f"/sys/dev/block/{os.major(device)}:{os.minor(device)}/stat")

    @classmethod
    def create(cls, file, options):
        with open(file, "wb") as content:
            content.truncate(DISK_BYTES)
        command("mkfs.ext4", "-q", "-F", file)
        return cls(file, options)

    def writes(self):
        """How many have reached the file."""
        return int(self.counters.read_text().split()[4])

    def cut_power(self, copy):
        """What is on it at one moment. False: it was being written to meanwhile, and the copy is of no moment."""
        before = self.writes()
        shutil.copyfile(self.file, copy)
        return self.writes() == before

    def __enter__(self):
        return self

    def __exit__(self, *_):
        command("umount", "--lazy", self.folder)


def run_folder(disk):
    return disk.folder / f"lockstep/runs/{RUN}/host-0"


def saved_steps(folder):
    """Those whose checkpoints the run has told to be safe."""
    return [int(step) for path in folder.glob("attempt-1/rank-0.jsonl") for step in SAVED.findall(path.read_bytes())]


def steps_on(folder):
    return {path.name: (path / "manifest.json").exists() for path in folder.glob("checkpoints/*")}


def with_children(pid):
    found = [pid]
    for task in pathlib.Path(f"/proc/{pid}/task").glob("*/children"):
        for child in task.read_text().split():
            found += with_children(int(child))
    return found


def stands_still(pid):
    """Every thread, with whatever it was waiting for behind it."""
    return all(path.read_text().rpartition(")")[2].split()[0] in "TZ"
               for path in pathlib.Path(f"/proc/{pid}/task").glob("*/stat"))


class PowerCuts(EngineCase):
    def setUp(self):
        super().setUp()
        seed = int(os.environ.get("LOCKSTEP_POWER_SEED") or random.SystemRandom().randrange(1 << 32))
        print(f"LOCKSTEP_POWER_SEED={seed}", flush=True)
        self.chance = random.Random(seed)
        self.figures = {"cuts": 0, "checkpoints": 0, "with one unfinished": 0, "behind what was written": 0}

    def start(self, disk, **more):
        experiment = self.write_experiment(DATA, TRAINING)
        token = self.home / "token"
        token.write_text(secrets.token_hex(32))
        token.chmod(0o600)
        environment = {**program.clean_environment(self.home), "LOCKSTEP_HOME": str(disk.folder / "lockstep"), **more}
        process = subprocess.Popen([str(each) for each in (program.ENGINE, "supervise", experiment, "--run", RUN,
                                                           "--token-file", token)], env=environment,
                                   stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.addCleanup(process.wait)
        self.addCleanup(process.terminate)
        wait_until(lambda: len(saved_steps(run_folder(disk))) > 2, 100, "three checkpoints")
        return process

    def cut(self, disk, process, copy, promised_share=0.5):
        """The steps told to be safe before the power failed, and what stood in the folder."""
        time.sleep(self.chance.uniform(0, 0.3))
        if self.chance.random() < promised_share:  # the moment in which one has just been promised
            promised = len(saved_steps(run_folder(disk)))
            wait_until(lambda: len(saved_steps(run_folder(disk))) > promised, 60, "another checkpoint", 0.0005)
        running = with_children(process.pid)
        for pid in running:
            os.kill(pid, signal.SIGSTOP)
        try:
            wait_until(lambda: all(stands_still(pid) for pid in running), 30, "all processes stand still")
            saved, there = saved_steps(run_folder(disk)), steps_on(run_folder(disk))
            wait_until(lambda: disk.cut_power(copy), 30, "a copy of the disk")
            return saved, there
        finally:
            for pid in running:
                os.kill(pid, signal.SIGCONT)

    def check(self, copy, saved, there, options):
        with Disk(copy, options) as disk:
            folder = run_folder(disk)
            # Of a journal nothing is promised but the lines that are there; its end may be missing, or zeros.
            check = RunCheck([])
            check.folders = [folder]
            check.check_checkpoints()
            self.assertEqual(check.violations, [])
            found = steps_on(folder)
            newest = max((int(name[5:]) for name, whole in found.items() if whole and name.startswith("step-")), default=-1)
            self.assertGreaterEqual(newest, saved[-1], f"{found} after the checkpoint of step {saved[-1]}")
            state = json.loads((folder / "state.json").read_text())["state"]
            self.assertEqual((state["run"], state["phase"]), (RUN, "training"))
            self.figures["cuts"] += 1
            self.figures["checkpoints"] += check.figures["checkpoints"]
            self.figures["with one unfinished"] += not all(found.values())
            self.figures["behind what was written"] += found != there

    def test_the_newest_checkpoint_and_the_state_are_whole(self):
        times = int(os.environ.get("LOCKSTEP_POWER_CUTS") or (200 if "LOCKSTEP_LONG" in os.environ else 12))
        for options in JOURNALS:
            self.figures = dict.fromkeys(self.figures, 0)
            with Disk.create(self.home / "disk", options) as disk:
                process = self.start(disk)
                for _ in range(times):
                    saved, there = self.cut(disk, process, self.home / "copy")
                    self.check(self.home / "copy", saved, there, options)
                process.terminate()
                self.assertEqual(process.wait(timeout=60), 10)
            print(f"{options}: {self.figures}", flush=True)
            self.assertEqual(self.figures["cuts"], times)
            met = self.figures["with one unfinished"] + self.figures["behind what was written"]
            self.assertGreater(met, 0, "no cut met anything that was under way")

    def test_what_is_not_forced_to_the_disk_is_found_out(self):
        for forgotten in ("files", "folders"):
            with self.subTest(forgotten), Disk.create(self.home / "disk", JOURNALS[0]) as disk:
                process = self.start(disk, LD_PRELOAD=str(FORGETFUL_DISK), LOCKSTEP_TEST_FORGETS=forgotten)
                found_out = self.cuts_until_found_out(disk, process)
                process.terminate()
                process.wait(timeout=60)
                print(f"{forgotten} not forced to the disk: found out by cut {found_out}", flush=True)

    def cuts_until_found_out(self, disk, process):
        for number in range(1, 61):
            saved, there = self.cut(disk, process, self.home / "copy", promised_share=1)
            try:
                self.check(self.home / "copy", saved, there, JOURNALS[0])
            except (AssertionError, OSError, ValueError) as found:
                return f"{number}: {str(found).splitlines()[0]}"
        self.fail("60 cuts have met nothing")


if __name__ == "__main__":
    if os.geteuid() != 0:
        print("Skipped: only root may mount a file system that lies in a file.")
        sys.exit(77)  # which ctest counts as skipped
    elif INSIDE not in os.environ:  # whatever is mounted goes with the namespace
        os.execvpe("unshare", ["unshare", "--mount", sys.executable, "-B", *sys.argv], {**os.environ, INSIDE: "1"})
    else:
        unittest.main(verbosity=2)
