# SPDX-FileCopyrightText: The Lockstep authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""A training in the laboratory (lab.py): two ranks on each host, a desktop that watches, and where both stand."""
import json
import pathlib
import re
import signal
import subprocess

import program
from local_hosts import wait_until

LAST_STEP = re.compile(rb'"kind":"step","step":(\d+),')
TAIL = 1 << 16
PATIENCE = 120


def last_step(journal):
    """The newest step that a journal tells; -1: none yet."""
    try:
        with open(journal, "rb") as file:
            file.seek(0, 2)
            file.seek(max(0, file.tell() - TAIL))
            found = LAST_STEP.findall(file.read())
    except FileNotFoundError:
        return -1
    return int(found[-1]) if found else -1


def sentence(record):
    """What a `finished` record says, its arguments in their places."""
    text = record["message"]
    for number, argument in enumerate(record.get("arguments", []), 1):
        text = text.replace(f"%{number}", argument if isinstance(argument, str) else argument["text"])
    return text


def end_in(journal):
    """The `finished` record of a journal; None where there is none (yet)."""
    try:
        last = pathlib.Path(journal).read_bytes().split(b"\n")[-2:-1]
    except FileNotFoundError:
        return None
    record = json.loads(last[0]) if last else {}
    return record if record.get("kind") == "finished" else None


class LabRun:
    """A run that goes on until it is stopped. Hosts count from 0, host h has the ranks 2h and 2h + 1."""
    ranks_per_host = 2

    def __init__(self, lab, restarts, **training):
        self.lab = lab
        self.home = lab.folder / "desktop"
        self.home.mkdir()
        hosts = [(host.address, host.port, host.user, ["cpu"] * self.ranks_per_host) for host in lab.hosts]
        document = program.experiment(hosts, **{"batch": 8, "epochs": 100000, "timeout_seconds": 12, **training})
        document["data"] = {"kind": "synthetic", "image_size": 28, "classes": 10,
                            "samples": 8 * self.ranks_per_host * len(hosts) * 25}
        document["restart"] = {"max": restarts, "backoff_seconds": 0}
        (self.home / "experiment.lockstep.json").write_text(json.dumps(document))
        self.desktop = None
        self.start_desktop("run", self.home / "experiment.lockstep.json")
        runs = self.home / ".local" / "share" / "lockstep" / "runs"
        self.mirror = wait_until(lambda: sorted(runs.glob("*")) if runs.exists() else [], PATIENCE, "a run")[0]
        self.name = self.mirror.name

    def start_desktop(self, *arguments):
        self.desktop_began = arguments[0] in ("run", "resume")  # the newest attempt, so that it follows that with others
        self.said = open(self.home / "desktop.log", "a+b")
        self.desktop = subprocess.Popen(
            [*self.lab.desktop.enter, program.LOCKSTEP, *map(str, arguments), "--json", *self.lab.options()],
            env=program.clean_environment(self.home), stdin=subprocess.DEVNULL, stdout=self.said, stderr=self.said)

    def told(self):
        """What the desktop has said so far."""
        return (self.home / "desktop.log").read_text(errors="replace")

    def kill_desktop(self):
        self.desktop.send_signal(signal.SIGKILL)
        self.desktop.wait(30)
        self.said.close()

    def close(self):
        if self.desktop.poll() is None:
            self.kill_desktop()

    # Where it stands

    @property
    def hosts(self):
        return range(len(self.lab.hosts))

    @property
    def ranks(self):
        return range(len(self.lab.hosts) * self.ranks_per_host)

    def host_of(self, rank):
        return rank // self.ranks_per_host

    def folder(self, host):
        return self.lab.hosts[host].run_folder(self.name, host)

    def attempt(self):
        """The newest one that any host has begun; 0: none."""
        found = [int(path.name[8:]) for host in self.hosts for path in self.folder(host).glob("attempt-*")]
        return max(found, default=0)

    def rank_journal(self, attempt, rank):
        return self.folder(self.host_of(rank)) / f"attempt-{attempt}" / f"rank-{rank}.jsonl"

    def host_end(self, attempt, host):
        return end_in(self.folder(host) / f"attempt-{attempt}" / f"host-{host}.jsonl")

    def steps(self, attempt):
        return [last_step(self.rank_journal(attempt, rank)) for rank in self.ranks]

    def wait_for_steps(self, more, seconds=PATIENCE):
        """Until every rank of the newest attempt has done so many more steps than the furthest has now; returns the
        attempt's number."""
        start = {}

        def done():
            attempt = self.attempt()
            steps = self.steps(attempt)
            start.setdefault(attempt, max(steps))
            return attempt if attempt and min(steps) >= start[attempt] + more else 0
        return self.wait(done, seconds, f"{more} steps of every rank")

    def wait_for_end(self, attempt, hosts=None, seconds=PATIENCE):
        """The last records of these hosts' supervisors (all where none are named), by host."""
        hosts = self.hosts if hosts is None else hosts

        def ends():
            found = {host: self.host_end(attempt, host) for host in hosts}
            return found if all(found.values()) else None
        return self.wait(ends, seconds, f"the end of attempt {attempt} on hosts {list(hosts)}")

    def wait(self, condition, seconds, what):
        try:
            return wait_until(condition, seconds, what)
        except AssertionError as error:
            raise AssertionError(f"{error}\n{self.state()}") from None

    def ends(self, attempt):
        """What each host said at the end of an attempt, None where it has not ended there."""
        found = {host: self.host_end(attempt, host) for host in self.hosts}
        return {host: sentence(end) if end else None for host, end in found.items()}

    def state(self):
        """For those who read why a test failed."""
        attempt = self.attempt()
        ends = self.ends(attempt)
        said = self.told()[-2000:]
        return f"attempt {attempt}, steps {self.steps(attempt) if attempt else []}, ends {ends}, the desktop:\n{said}"

    # Its processes

    def rank_process(self, attempt, rank):
        with open(self.rank_journal(attempt, rank), "rb") as file:
            return json.loads(file.readline())["process_id"]

    def supervisor(self, host):
        found = [pid for pid, line in self.lab.hosts[host].processes().items() if " supervise" in line]
        assert len(found) == 1, found
        return found[0]

    def session(self, host):
        """The sshd process that serves the desktop on this host."""
        listener = self.lab.hosts[host].process.pid
        children = pathlib.Path(f"/proc/{listener}/task/{listener}/children").read_text().split()
        return int(children[-1]) if children else None

    def stop(self):
        """Asks for the end as a person does, and waits for what watches."""
        asked = subprocess.run([*self.lab.desktop.enter, program.LOCKSTEP, "stop", self.name, "--json",
                                *self.lab.options()], env=program.clean_environment(self.home), timeout=PATIENCE,
                               stdin=subprocess.DEVNULL, capture_output=True, text=True)
        assert asked.returncode == 0, asked.stdout + asked.stderr
        self.desktop.wait(PATIENCE)
        self.said.close()
