#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Lockstep authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""hostile_sftp.py FOLDER: an SFTP server (draft-ietf-secsh-filexfer-02) that keeps nothing and agrees to everything, until
it lies once, by the number in FOLDER/seed. Each lie that was told is a line in FOLDER/lies."""
import os
import random
import struct
import sys

STATUS, HANDLE, NAME, REPLY = 101, 102, 104, 201
LOST = 0xFFFFFFFF  # an id that nobody uses
NAMES = [b"../../escaped", b"/tmp/escaped", b"..", b".", b"", b"a/../../escaped", b"n\0ul", b"x" * 5000, b"\xff\xfe", b"-rf",
         b"$(touch escaped)", b"\x1b]52;c;aGk=\x07", "..\u2215escaped".encode(), b".tmp-" + b"0" * 32]


def text(value):
    return struct.pack(">I", len(value)) + value


def status(code):
    return bytes([STATUS]), struct.pack(">I", code) + text(b"said so") + text(b"")


FOLDER = struct.pack(">IQI", 0b101, 1 << 62, 0o040700)  # what there is to know of every file


def names(listed, count=None):
    body = b"".join(text(name) + text(b"drwx ../escaped") + FOLDER for name in listed)
    return bytes([NAME]), struct.pack(">I", len(listed) if count is None else count) + body


class Server:
    def __init__(self, folder):
        self.folder = folder
        self.chance = random.Random(int(open(f"{folder}/seed").read()))
        self.lie = self.chance.choice(sorted(name for name in dir(self) if name.startswith("lie_")))
        self.is_endless = int(open(f"{folder}/seed").read()) < 0  # says for ever that there may be more in a folder
        self.replies_until = 0 if self.is_endless else self.chance.randrange(1, 24)
        self.listed = False

    def read(self, size):
        data = b""
        while len(data) < size:
            more = os.read(0, size - len(data))
            if not more:
                sys.exit(0)
            data += more
        return data

    def write(self, data):
        while data:
            data = data[os.write(1, data):]

    def packet(self, kind, request, body):
        return struct.pack(">I", 1 + len(request) + len(body)) + kind + request + body

    def honest(self, kind):
        if kind in (3, 11):  # open, opendir
            self.listed = False
            return bytes([HANDLE]), text(b"h")
        if kind == 7:
            return status(2)  # no such file: all of it is to be sent
        if kind == 12:
            if self.is_endless:
                return names([])
            if self.listed:
                return status(1)
            self.listed = True
            return names([self.chance.choice(NAMES) for _ in range(5)])
        if kind == 200:
            return bytes([REPLY]), struct.pack(">11Q", *[1 << 20] * 11)
        return status(0)

    def serve(self):
        self.read(struct.unpack(">I", self.read(4))[0])
        self.answer(b"\2", struct.pack(">I", 3), text(b"statvfs@openssh.com") + text(b"2"))
        while True:
            body = self.read(struct.unpack(">I", self.read(4))[0])
            kind, answer = self.honest(body[0]) if body[0] != 200 or b"statvfs" in body[:40] else status(0)
            self.answer(kind, body[1:5], answer)

    def answer(self, kind, request, body):
        self.replies_until -= 1
        if self.replies_until == 0:
            with open(f"{self.folder}/lies", "a") as file:
                file.write(f"{self.lie}\n")
            getattr(self, self.lie)(kind, request, body)
        else:
            self.write(self.packet(kind, request, body))

    # The lies

    def lie_bits(self, kind, request, body):
        data = bytearray(self.packet(kind, request, body))
        for _ in range(self.chance.randrange(1, 9)):
            data[self.chance.randrange(len(data))] ^= 1 << self.chance.randrange(8)
        self.write(bytes(data))

    def lie_length(self, kind, request, body):
        length = self.chance.choice([0, 1, 4, 5, 8, (256 << 10) + 1, 1 << 31, LOST])
        self.write(struct.pack(">I", length) + self.packet(kind, request, body)[4:])

    def lie_large(self, kind, request, body):
        self.write(self.packet(kind, request, body + bytes((256 << 10) - len(body) - 5)))

    def lie_id(self, kind, request, body):
        self.write(self.packet(kind, struct.pack(">I", self.chance.choice([0, LOST, self.chance.getrandbits(32)])), body))

    def lie_kind(self, kind, request, body):
        self.write(self.packet(bytes([self.chance.randrange(256)]), request, body))

    def lie_twice(self, kind, request, body):
        self.write(self.packet(kind, request, body) * self.chance.randrange(2, 500))

    def lie_count(self, kind, request, body):
        self.write(self.packet(bytes([NAME]), request, names(NAMES, self.chance.choice([0, LOST, 1 << 20]))[1]))

    def lie_names(self, kind, request, body):
        self.write(self.packet(bytes([NAME]), request, names(self.chance.choices(NAMES, k=40))[1]))

    def lie_strings(self, kind, request, body):
        self.write(self.packet(kind, request, struct.pack(">I", LOST) + body))

    def lie_short(self, kind, request, body):
        self.write(self.packet(kind, request, body[:self.chance.randrange(len(body))] if body else b""))

    def lie_cut(self, kind, request, body):
        data = self.packet(kind, request, body)
        self.write(data[:self.chance.randrange(len(data))])
        sys.exit(0)

    def lie_noise(self, kind, request, body):
        self.write(self.chance.randbytes(self.chance.randrange(1, 1 << 20)))


if __name__ == "__main__":
    Server(sys.argv[1]).serve()
