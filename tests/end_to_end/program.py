# SPDX-FileCopyrightText: The Lockstep authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The programs under test and what they leave behind. LOCKSTEP_BINARIES names the folder of the executables."""
import json
import os
import pathlib
import subprocess

SOURCE = pathlib.Path(__file__).resolve().parents[2]
BINARIES = pathlib.Path(os.environ["LOCKSTEP_BINARIES"])
LOCKSTEP = BINARIES / "lockstep"
ENGINE = BINARIES / "lockstep-engine"
SHARED_DATA = SOURCE.parent / "shared" / "data"
TEMPLATE = SOURCE / "resources" / "templates" / "digits-local.lockstep.json"


def clean_environment(home):
    """The environment of a person whose home is `home` and who has no display."""
    keep = {key: os.environ[key] for key in ("PATH", "LANG", "TMPDIR", "ASAN_OPTIONS", "TSAN_OPTIONS") if key in os.environ}
    return {**keep, "HOME": str(home), "LC_ALL": "C.UTF-8"}


def last_object(text):
    """The JSON object on the last line of `--json` output."""
    lines = [line for line in text.split("\n") if line.strip()]  # splitlines() would split texts within, as at U+2028
    if not lines:
        raise AssertionError("no output")
    return json.loads(lines[-1])


def lockstep(arguments, home, timeout=120, check=True):
    """Runs lockstep to its end; returns the finished process."""
    done = subprocess.run([LOCKSTEP, *map(str, arguments)], env=clean_environment(home), timeout=timeout,
                          capture_output=True, text=True, stdin=subprocess.DEVNULL)
    if check and done.returncode != 0:
        raise AssertionError(f"lockstep {arguments} ended with {done.returncode}:\n{done.stdout}\n{done.stderr}")
    return done


def journal(path):
    """The records of a journal file, in order."""
    return [json.loads(line) for line in pathlib.Path(path).read_text().splitlines()]


def assert_complete(path):
    """Fails when a journal lacks a record or holds one twice."""
    sequence = [record["seq"] for record in journal(path)]
    assert sequence == list(range(len(sequence))), f"{path}: records are missing or doubled: {sequence[:20]}..."
    return len(sequence)


def experiment(hosts, **training):
    """An experiment on SSH hosts given as (address, port, user, devices)."""
    return {
        "version": 1,
        "name": "End to end",
        "topology": {
            "hosts": [{"id": f"h{i}", "name": f"host {i}", "connection": "ssh", "address": address, "port": port,
                       "user": user, "devices": devices} for i, (address, port, user, devices) in enumerate(hosts)],
            "links": [{"from": "h0", "to": f"h{i}", "bandwidth_mbps": 1000} for i in range(1, len(hosts))],
        },
        "model": {"name": "mnist-cnn"},
        "data": {"kind": "synthetic-digits"},
        "training": {"optimizer": "adam", "learning_rate": 0.001, "batch": 50, "epochs": 2, **training},
    }
