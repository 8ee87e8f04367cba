# SPDX-FileCopyrightText: The Lockstep authors
# SPDX-License-Identifier: Apache-2.0
"""What was found: report.json and report.md, written anew after each step, so that a run which is cut short has told
what it knows, and logs.tar.gz in the end: few files, to be brought back easily."""
import json
import shutil
import tarfile
import time

PASSED, FAILED, LEFT_OUT = "passed", "failed", "left out"


class Outcome:
    """Of one step: a verdict, a sentence, figures, and tables for the reader."""

    def __init__(self, verdict, summary, figures=None, tables=()):
        self.verdict, self.summary, self.figures, self.tables = verdict, summary, figures or {}, list(tables)


class Table:
    def __init__(self, title, columns, rows):
        self.title, self.columns, self.rows = title, columns, rows

    def markdown(self):
        rows = (self.columns, ["---"] * len(self.columns), *self.rows)
        lines = ["| " + " | ".join(map(cell, row)) + " |" for row in rows]
        return f"**{self.title}**\n\n" + "\n".join(lines) + "\n"


def cell(value):
    if isinstance(value, float):
        return f"{value:.3g}" if abs(value) < 100 else f"{value:.0f}"
    return "" if value is None else str(value).replace("|", "\\|").replace("\n", " ")


class Report:
    def __init__(self, folder, facts):
        self.folder = folder
        self.logs = folder / "logs"
        self.logs.mkdir(parents=True, exist_ok=True)
        self.facts = {**facts, "begun": time.strftime("%Y-%m-%d %H:%M:%S UTC", time.gmtime())}
        self.steps = []
        self.write()

    def add(self, name, outcome, seconds):
        self.steps.append((name, outcome, seconds))
        self.write()
        print(f"{outcome.verdict:9s} {name:12s} {seconds:6.1f} s  {outcome.summary}", flush=True)

    def failed(self):
        return [name for name, outcome, _ in self.steps if outcome.verdict == FAILED]

    def write(self):
        steps = [{"name": name, "verdict": outcome.verdict, "seconds": round(seconds, 1), "summary": outcome.summary,
                  "figures": outcome.figures} for name, outcome, seconds in self.steps]
        (self.folder / "report.json").write_text(json.dumps({**self.facts, "steps": steps}, indent=1) + "\n")
        (self.folder / "report.md").write_text(self.markdown())

    def markdown(self):
        facts = [[key, json.dumps(value) if isinstance(value, (dict, list)) else value]
                 for key, value in self.facts.items()]
        steps = [[name, outcome.verdict, seconds, outcome.summary] for name, outcome, seconds in self.steps]
        parts = ["# Lockstep on a GPU\n", Table("The host", ["what", "value"], facts).markdown(),
                 Table("The steps", ["step", "verdict", "seconds", "summary"], steps).markdown()]
        for name, outcome, _ in self.steps:
            if outcome.tables:
                parts.append(f"## {name}\n")
                parts += [table.markdown() for table in outcome.tables]
        return "\n".join(parts)

    def pack_logs(self):
        """No log is written after this."""
        with tarfile.open(self.folder / "logs.tar.gz", "w:gz") as tar:
            tar.add(self.logs, arcname="logs")
        shutil.rmtree(self.logs)
