#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Lockstep authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""One end of a TCP connection. `receive PORT`: prints the Mbit/s from the first byte to the last, as the receiver saw
them. `send ADDRESS PORT MEGABYTES`: fails when it cannot connect within three seconds."""
import socket
import sys
import time


def receive(port):
    with socket.create_server(("", port)) as listener:
        print("listening", flush=True)
        connection, _ = listener.accept()
        first, total = None, 0
        while data := connection.recv(1 << 16):
            last = time.monotonic()
            if first is None:
                first, total = last, -len(data)
            total += len(data)
        print(f"{total * 8e-6 / (last - first):.3f}", flush=True)


def send(address, port, megabytes):
    with socket.create_connection((address, port), 3) as connection:
        connection.settimeout(8)
        connection.sendall(bytes(int(megabytes * 1e6)))


if sys.argv[1] == "receive":
    receive(int(sys.argv[2]))
else:
    send(sys.argv[2], int(sys.argv[3]), float(sys.argv[4]))
