# SPDX-FileCopyrightText: The Lockstep authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the drive tests share: the real program on a display of its own, driven with a real mouse and keyboard.

LOCKSTEP_PROGRAM is the program, LOCKSTEP_PICTURES the folder for pictures of the steps, LOCKSTEP_PLUGINS the folder of
the plug-in that finds what is on the screen. Nothing waits for a time: everything waits for what it needs, and fails
when that does not come.
"""
import json
import os
import pathlib
import subprocess
import tempfile
import time
import unittest

from display import Display
from finder_client import Finder

PATIENCE = 60  # seconds, on a machine that is busy with other tests


class DriveCase(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.work = pathlib.Path(folder.name)
        self.home = self.work / "home"
        self.config, self.data, runtime = self.home / "config", self.home / "data", self.work / "runtime"
        self.home.mkdir()
        runtime.mkdir(mode=0o700)
        self.display = Display()
        self.addCleanup(self.display.close)
        self.environment = {
            **self.display.environment(), "HOME": str(self.home), "XDG_CONFIG_HOME": str(self.config),
            "XDG_DATA_HOME": str(self.data), "XDG_RUNTIME_DIR": str(runtime),
            "QT_PLUGIN_PATH": os.environ["LOCKSTEP_PLUGINS"], "QT_QPA_GENERIC_PLUGINS": "lockstep_finder",
            "LOCKSTEP_FINDER": str(self.work / "finder")}
        self.document = None
        self.program = None

    # The program.

    def start(self, *arguments):
        """Starts the program; it shows what it likes."""
        (self.work / "finder").unlink(missing_ok=True)
        with open(self.work / "output", "wb") as output:
            program = subprocess.Popen([os.environ["LOCKSTEP_PROGRAM"], *map(str, arguments)], env=self.environment,
                                       stdin=subprocess.DEVNULL, stdout=output, stderr=output)
        self.program = program
        self.addCleanup(lambda: (program.kill(), program.wait()))
        finder = self.wait_for(self._connected, "the program to answer")
        self.finder = finder
        self.addCleanup(finder.close)

    def open(self, *arguments, size=(1240, 760)):
        """Starts the program and puts its window where the pictures want it."""
        self.start(*arguments)
        self.place_window(size)

    def place_window(self, size=(1240, 760)):
        window = self.wait_for_window("mainWindow").more.id
        corner = (20, 20)
        self.display.xdotool("windowsize", window, *size, "windowmove", window, *corner)

        def has_its_place():
            now = self.finder.ask(window="")
            return now and (now.x, now.y) == corner and (now.width, now.height) == size
        self.wait_for(has_its_place, "the window to have its place")

    def quit(self):
        self.press("ctrl+q")
        self.assertEqual(self.program.wait(PATIENCE), 0, self.output())

    def output(self):
        return (self.work / "output").read_text(errors="replace")

    # Waiting.

    def wait_for(self, condition, what, seconds=PATIENCE):
        """What `condition()` returns, once that counts as true."""
        end = time.monotonic() + seconds
        while not (found := condition()):
            if self.program and self.program.poll() is not None:
                self.fail(f"the program ended with {self.program.returncode}: {self.output()}")
            if time.monotonic() > end:
                self.picture(f"{self._testMethodName}-failed")
                self.fail(f"waited for {what}: {self.output()}")
            time.sleep(0.05)
        return found

    def where(self, **question):
        """The Place of what is asked for, once it can be seen."""
        return self.wait_for(lambda: self.finder.ask(**question), str(question))

    def wait_for_window(self, name=None, **properties):
        """The Place of the window that has the keyboard, once it is the one of that name and those properties."""
        if name is not None:
            properties["name"] = name

        def has_come():
            window = self.finder.ask(window="")
            is_it = window and all(getattr(window.more, key) == value for key, value in properties.items())
            return window if is_it else None
        return self.wait_for(has_come, f"the window {properties}")

    def _connected(self):
        try:
            return Finder(self.work / "finder")
        except (FileNotFoundError, ConnectionError):
            return None

    # Hands.

    def press(self, *keys):
        self.display.press(*keys)

    def type(self, text):
        self.display.type(text)

    def click(self, **question):
        self.display.click(self.where(**question).middle)

    def tab_to(self, field):
        """Presses Tab until the keyboard writes to the field of that name."""
        passed = []
        while (focus := self.finder.ask(window="").more).focus != field:
            self.assertLess(len(passed), 40, f"Tab does not reach {field}: {passed}")
            passed.append(focus.focus)
            self.press("Tab")
            self.wait_for(lambda: self.finder.ask(window="").more.focus_id != focus.focus_id, "Tab to lead on")

    def drag_from_palette(self, row, right, down):
        """Drags a row of the palette to a point of the canvas, given as Place.at() takes it."""
        start = self.where(row=row, **{"in": "palette"}).middle
        self.display.drag(start, self.where(widget="canvas").at(right, down))

    # Runs.

    def runs(self):
        """Their folders, the oldest first."""
        found = (self.data / "lockstep" / "runs").glob("*/run.json")
        return [path.parent for path in sorted(found, key=lambda path: path.stat().st_mtime_ns)]

    def state(self, run):
        info = json.loads((run / "run.json").read_text())
        return info["phase"], info["exit_code"]

    def steps(self, run, rank=0, attempt=1):
        """That the mirror of a rank's journal holds."""
        return self._records(run, rank, attempt, "step")

    def checkpoints(self, run, attempt=1):
        """That the mirror of rank 0's journal holds."""
        return self._records(run, 0, attempt, "checkpoint")

    @staticmethod
    def _records(run, rank, attempt, kind):
        journal = run / f"attempt-{attempt}" / f"rank-{rank}.jsonl"
        return journal.read_text().count(f'"kind":"{kind}"') if journal.exists() else 0

    def ended_run(self, phase, exit_code, seconds=PATIENCE):
        """The newest run, once it has ended like that and the window knows."""
        run = self.wait_for(self.runs, "a run", seconds)[-1]
        self.wait_for(lambda: self.state(run) == (phase, exit_code), f"the run to have {phase}", seconds)
        self.wait_for(lambda: self.where(widget="runButton").more.enabled, "the window to hear of the end")
        return run

    # The document.

    def new_document(self, name, **members):
        self.document = self.work / f"{name}.lockstep.json"
        self.document.write_text(json.dumps({"version": 1, "name": name, **members}))
        return self.document

    def without_snapping(self):
        """Cards stay where they are let go."""
        (self.config / "lockstep").mkdir(parents=True)
        (self.config / "lockstep" / "lockstep.conf").write_text("[canvas]\nsnap=false\n")

    def topology(self):
        """As it was saved last."""
        topology = json.loads(self.document.read_text()).get("topology", {})
        return {"hosts": [], "links": [], **topology}

    def saved(self, condition, what):
        """Presses Ctrl+S, and returns the topology once `condition(topology)` is true of the document."""
        self.press("ctrl+s")
        self.wait_for(lambda: condition(self.topology()), what)
        return self.topology()

    # Pictures.

    def pictures(self):
        folder = pathlib.Path(os.environ["LOCKSTEP_PICTURES"])
        folder.mkdir(parents=True, exist_ok=True)
        return folder

    def picture(self, name):
        self.display.picture(self.pictures() / f"{name}.png")
