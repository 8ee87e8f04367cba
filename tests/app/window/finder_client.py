# SPDX-FileCopyrightText: The Lockstep authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Asks a program that has loaded the plug-in in finder/ what it shows, and where."""
import dataclasses
import json
import socket
import types


@dataclasses.dataclass(frozen=True)
class Place:
    """What is seen of something, in pixels of the screen; `more` is what else the program says of it."""
    x: int
    y: int
    width: int
    height: int
    more: types.SimpleNamespace

    @property
    def middle(self):
        return self.at(0.5, 0.5)

    def at(self, right, down):
        """A point in it: 0, 0 is its upper left corner, 1, 1 the lower right one."""
        return round(self.x + right * (self.width - 1)), round(self.y + down * (self.height - 1))

    # Handles stand between a card and the edge of its reach.
    @property
    def right_handle(self):
        return round(self.x + self.width + self.more.reach / 2), self.middle[1]

    @property
    def lower_handle(self):
        return self.middle[0], round(self.y + self.height + self.more.reach / 2)


class Finder:
    """A conversation with the program at a socket. Raises ConnectionError and FileNotFoundError where there is none."""

    def __init__(self, path):
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.settimeout(30)
        try:
            self._socket.connect(str(path))
        except OSError:
            self._socket.close()
            raise
        self._lines = self._socket.makefile("r")

    def close(self):
        self._lines.close()
        self._socket.close()

    def ask(self, **question):
        """A Place, or None where nothing of that name is seen. The questions are those of finder/answers.h."""
        self._socket.sendall(json.dumps(question).encode() + b"\n")
        line = self._lines.readline()
        if not line:
            raise ConnectionError("the program has gone")
        answer = json.loads(line)
        if not answer:
            return None
        place = [answer.pop(key) for key in ("x", "y", "width", "height")]
        return Place(*place, types.SimpleNamespace(**answer))
