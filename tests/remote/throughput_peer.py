#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Lockstep authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""One end of a TCP connection. `receive PORT`: prints the Mbit/s from the first byte to the last, as the receiver saw
them. `send ADDRESS PORT MEGABYTES`: fails when it cannot connect within three seconds. `echo PORT`: sends back what comes
over one connection. `ping ADDRESS PORT`: prints the shortest of 40 round trips of a byte, in milliseconds."""
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


def echo(port):
    with socket.create_server(("", port)) as listener:
        print("listening", flush=True)
        connection, _ = listener.accept()
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        while data := connection.recv(1):
            connection.sendall(data)


def ping(address, port):
    with socket.create_connection((address, port), 3) as connection:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        connection.settimeout(8)
        trips = []
        for _ in range(40):
            begun = time.monotonic()
            connection.sendall(b"x")
            connection.recv(1)
            trips.append(time.monotonic() - begun)
        print(f"{min(trips) * 1e3:.3f}", flush=True)


if sys.argv[1] == "receive":
    receive(int(sys.argv[2]))
elif sys.argv[1] == "echo":
    echo(int(sys.argv[2]))
elif sys.argv[1] == "ping":
    ping(sys.argv[2], int(sys.argv[3]))
else:
    send(sys.argv[2], int(sys.argv[3]), float(sys.argv[4]))
