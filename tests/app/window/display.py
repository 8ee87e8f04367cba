# SPDX-FileCopyrightText: The Lockstep authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""A display of its own with a window manager, a mouse and a keyboard: Xvfb, openbox, xdotool."""
import os
import shutil
import subprocess

HAND_STEPS = 8
HAND_SECONDS = 0.03  # between two steps of a drag, as slow as a quick hand


class Display:
    """Ends with close(), which must be called."""
    SIZE = (1280, 800)

    def __init__(self):
        for tool in ("Xvfb", "openbox", "xdotool", "import", "compare"):
            if not shutil.which(tool):
                raise RuntimeError(f"needs {tool}")
        number, written = os.pipe()
        width, height = self.SIZE
        # The server chooses a free display, and writes its number when it is ready.
        self._server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(written), "-screen", "0", f"{width}x{height}x24", "-nolisten", "tcp"],
            pass_fds=[written], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(written)
        with os.fdopen(number) as answer:
            self.name = ":" + answer.readline().strip()
        if self.name == ":":
            self._server.wait()
            raise RuntimeError("Xvfb did not start")
        self._manager = subprocess.Popen(["openbox"], env=self.environment(), stdout=subprocess.DEVNULL,
                                         stderr=subprocess.DEVNULL)

    def close(self):
        for process in (self._manager, self._server):
            process.terminate()
            process.wait()

    def environment(self):
        keep = {key: value for key, value in os.environ.items() if key != "WAYLAND_DISPLAY"}
        return {**keep, "DISPLAY": self.name, "QT_QPA_PLATFORM": "xcb", "LC_ALL": "C.UTF-8"}

    def xdotool(self, *words):
        return subprocess.run(["xdotool", *map(str, words)], env=self.environment(), timeout=30, check=True,
                              capture_output=True, text=True).stdout

    def press(self, *keys):
        """Into the window that has the keyboard. (A key that is sent to one window stays down for ever when the window
        closes on the press.)"""
        self.xdotool("key", *keys)

    def type(self, text):
        self.xdotool("type", "--delay", 20, text)

    def click(self, point):
        self.xdotool("mousemove", *point, "click", 1)

    def drag(self, start, end):
        steps = [(start[0] + (end[0] - start[0]) * i // HAND_STEPS, start[1] + (end[1] - start[1]) * i // HAND_STEPS)
                 for i in range(1, HAND_STEPS + 1)]
        words = ["mousemove", *start, "sleep", HAND_SECONDS, "mousedown", 1]
        for step in steps:
            words += ["sleep", HAND_SECONDS, "mousemove", *step]
        self.xdotool(*words, "sleep", HAND_SECONDS, "mouseup", 1)

    def picture(self, path, place=None):
        """Of the whole screen, or of a Place on it."""
        crop = ["-crop", f"{place.width}x{place.height}+{place.x}+{place.y}", "+repage"] if place else []
        subprocess.run(["import", "-window", "root", *crop, str(path)], env=self.environment(), timeout=60, check=True)


def differing_pixels(one, other):
    done = subprocess.run(["compare", "-metric", "AE", str(one), str(other), "null:"], timeout=60, capture_output=True,
                          text=True)
    return int(float(done.stderr.split()[0]))
