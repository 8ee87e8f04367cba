# SPDX-FileCopyrightText: The Lockstep authors
# SPDX-License-Identifier: Apache-2.0
"""Trainings by the staged engine, alone or as ranks that a supervisor would have launched, and what they recorded."""
import json
import socket
import subprocess
import time

from programs import end_group

TOKEN = "5a" * 32


class RunError(Exception):
    """A training that did not end as it should; the text tells."""


def of_kind(records, kind):
    return [record for record in records if record["kind"] == kind]


class Run:
    """One run folder; each train() is one more attempt in it."""

    def __init__(self, context, name):
        self.context = context
        self.folder = context.scratch / name
        self.folder.mkdir(parents=True)
        self.attempts = 0

    def train(self, devices, data, training, model="mnist-cnn", resume=False, seconds=120):
        """Trains with one rank a device, or with one whose model they hold between them; returns each rank's records
        and log."""
        self.attempts += 1
        count = 1 if training.get("strategy") == "model-parallel" else len(devices)
        experiment = {"version": 1, "name": self.folder.name, "model": {"name": model}, "data": data,
                      "topology": {"hosts": [{"id": "h", "name": "here", "connection": "local", "devices": devices}]},
                      "training": {"seed": 1, "log_every": 50, **training}}
        sockets = [socket.create_server(("127.0.0.1", 0), backlog=16) for _ in range(count)] if count > 1 else []
        launch = {"run": self.folder.name, "attempt": self.attempts, "world_size": count,
                  "local_world_size": count, "experiment": json.dumps(experiment),
                  "run_folder": str(self.folder), "resume": "latest" if resume else "",
                  "token": TOKEN if sockets else "",
                  "threads": max(1, self.context.staged.machine.cores // count),
                  "ranks": [{"address": "127.0.0.1", "port": each.getsockname()[1]} for each in sockets]}
        ranks = [self._start(rank, launch, sockets) for rank in range(count)]
        for listening in sockets:
            listening.close()
        self._wait(ranks, seconds)
        attempt = self.folder / f"attempt-{self.attempts}"
        return [([json.loads(line) for line in (attempt / f"rank-{rank}.jsonl").read_text().splitlines()],
                 (attempt / f"rank-{rank}.log").read_text()) for rank in range(count)]

    def _start(self, rank, launch, sockets):
        log = self.context.report.logs / "trainings" / f"{self.folder.name}-{self.attempts}-rank-{rank}.log"
        log.parent.mkdir(parents=True, exist_ok=True)
        mine = {**launch, "rank": rank, "local_rank": rank, "listen_descriptor": -1}
        passed = []
        if sockets:
            mine["listen_descriptor"] = sockets[rank].fileno()
            passed = [sockets[rank].fileno()]
        with open(log, "wb") as output:
            process = subprocess.Popen(self.context.staged.command("lockstep-engine", "train", "--launch-stdin"),
                                       stdin=subprocess.PIPE, stdout=output, stderr=subprocess.STDOUT, pass_fds=passed,
                                       env=self.context.staged.environment(), start_new_session=True)
        process.stdin.write((json.dumps(mine) + "\n").encode())
        process.stdin.close()
        return process, log

    def _wait(self, ranks, seconds):
        deadline = time.monotonic() + min(seconds, self.context.seconds_left())
        try:
            for process, log in ranks:
                process.wait(timeout=max(0.1, deadline - time.monotonic()))
                if process.returncode != 0:
                    raise RunError(f"{self.folder.name}: a rank ended with {process.returncode}: "
                                   f"{log.read_text(errors='replace').strip()[-400:]}")
        except subprocess.TimeoutExpired:
            raise RunError(f"{self.folder.name} did not end within {seconds:.0f} s") from None
        finally:
            for process, _ in ranks:
                end_group(process)


def final_accuracy(records):
    return of_kind(records, "evaluated")[-1]["top1"]


def weight_hash(records):
    return of_kind(records, "finished")[-1]["weight_hash"]


def losses(records):
    return [record["loss"] for record in of_kind(records, "step")]
