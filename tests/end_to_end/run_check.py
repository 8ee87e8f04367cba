# SPDX-FileCopyrightText: The Lockstep authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What must hold of a run whatever was done to it, read from its journals and manifests alone (FORMAT.md, 2 and 5)."""
import hashlib
import json
import pathlib

CRC_SEPARATOR = b',"crc":'


def crc_table():
    table = []
    for byte in range(256):
        for _ in range(8):
            byte = byte >> 1 ^ (0x82F63B78 if byte & 1 else 0)
        table.append(byte)
    return table


TABLE = crc_table()


def crc32c(data):
    """CRC-32C (RFC 3720), from its definition."""
    crc = 0xFFFFFFFF
    for byte in data:
        crc = TABLE[(crc ^ byte) & 0xFF] ^ crc >> 8
    return crc ^ 0xFFFFFFFF


def checked_object(line):
    """The JSON object of a line that its checksum closes; None where it is damaged."""
    at = line.rfind(CRC_SEPARATOR)
    try:
        if at < 0 or crc32c(line[:at]) != int(line[at + len(CRC_SEPARATOR):-1]):
            return None
        return json.loads(line)
    except ValueError:
        return None


def read_records(path):
    """The whole lines of a journal as records, None for a damaged one; a torn last line is left out."""
    return [checked_object(line) for line in pathlib.Path(path).read_bytes().split(b"\n")[:-1]]


class RunCheck:
    """Reads a run on its hosts. `violations`: what does not hold, as sentences; `figures`: how much was read."""

    def __init__(self, host_folders):
        self.folders = [pathlib.Path(folder) for folder in host_folders]
        self.violations = []
        self.figures = {"journals": 0, "records": 0, "torn tails": 0, "steps done twice": 0, "checkpoints": 0}
        self.losses = {}  # by rank and step: as written by the attempt that came first
        self.saved = set()  # steps of which a checkpoint was begun: the end of one can be in no journal
        for attempt in self.attempts():
            self.check_attempt(attempt)

    def attempts(self):
        return sorted({int(path.name[8:]) for folder in self.folders for path in folder.glob("attempt-*")})

    def say(self, text):
        self.violations.append(text)

    def records(self, path):
        records = read_records(path)
        self.figures["journals"] += 1
        self.figures["records"] += len(records)
        self.figures["torn tails"] += not path.read_bytes().endswith(b"\n")
        if None in records:
            self.say(f"{path}: record {records.index(None)} is damaged")
            records = [record for record in records if record]
        if [record["seq"] for record in records] != list(range(len(records))):
            self.say(f"{path}: records are missing, doubled or out of order")
        times = [record["mono_ns"] for record in records]
        if times != sorted(times):
            self.say(f"{path}: the monotonic clock went backwards")
        return records

    def check_attempt(self, attempt):
        first_steps, epochs, hashes = {}, {}, {}
        for path in sorted(path for folder in self.folders for path in folder.glob(f"attempt-{attempt}/rank-*.jsonl")):
            rank = int(path.stem[5:])
            records = self.records(path)
            started = [record for record in records if record["kind"] == "started"]
            if not started:
                continue  # it did not come so far
            first_steps[rank] = started[0]["first_step"]
            self.check_steps(path, rank, records, first_steps[rank])
            for record in records:
                if record["kind"] in ("epoch", "evaluated"):
                    epochs.setdefault((record["kind"], record["epoch"]), {})[rank] = record["loss"]
                elif record["kind"] == "saving":
                    self.saved.add(record["step"])
                elif record["kind"] == "finished" and record["exit_code"] == 0:
                    hashes[rank] = record["weight_hash"]
        if len(set(first_steps.values())) > 1:
            self.say(f"attempt {attempt}: the ranks began at different steps: {first_steps}")
        for (kind, epoch), losses in epochs.items():
            if len(set(losses.values())) > 1:
                self.say(f"attempt {attempt}: the ranks disagree on {kind} {epoch}: {losses}")
        if len(set(hashes.values())) > 1:
            self.say(f"attempt {attempt}: the ranks ended with different weights: {hashes}")
        for step in set(first_steps.values()) - {0} - self.saved:
            self.say(f"attempt {attempt} began at step {step}, of which no checkpoint was told")

    def check_steps(self, path, rank, records, first):
        steps = [(record["step"], record["loss"]) for record in records if record["kind"] == "step"]
        if [step for step, _ in steps] != list(range(first, first + len(steps))):
            self.say(f"{path}: its steps do not follow one another from {first} on")
        for step, loss in steps:
            if (rank, step) not in self.losses:
                self.losses[rank, step] = loss
                continue
            self.figures["steps done twice"] += 1
            if self.losses[rank, step] != loss:
                self.say(f"{path}: step {step} has the loss {loss}; before it was {self.losses[rank, step]}")

    def check_checkpoints(self, damaged=()):
        """Those of rank 0's host; `damaged`: the steps of those that a test has spoilt."""
        for path in sorted(self.folders[0].glob("checkpoints/step-*/manifest.json")):
            self.figures["checkpoints"] += 1
            manifest = checked_object(path.read_bytes().rstrip(b"\n"))
            if not manifest:
                self.say(f"{path} is damaged")
            elif manifest["step"] not in damaged:
                for file in manifest["files"]:
                    content = (path.parent / file["name"]).read_bytes()
                    if (len(content), hashlib.sha256(content).hexdigest()) != (file["bytes"], file["sha256"]):
                        self.say(f"{path.parent}: {file['name']} is not what the manifest says")
        if self.saved and not self.figures["checkpoints"]:
            self.say("checkpoints were saved, and none is there")

    def check_mirror(self, mirror):
        """Every journal and log of a rank or supervisor is there, byte for byte."""
        for folder in self.folders:
            for original in sorted(folder.glob("attempt-*/*")):
                if original.suffix not in (".jsonl", ".log") or original.name.startswith("server-"):
                    continue
                copy = mirror / original.parent.name / original.name
                if not copy.is_file() or copy.read_bytes() != original.read_bytes():
                    self.say(f"{copy} is not the mirror of {original}")
