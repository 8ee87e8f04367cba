#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Lockstep authors
# SPDX-License-Identifier: Apache-2.0
"""A web server for tests of downloads, on a free port of 127.0.0.1: lying_server.py FOLDER

Prints its port. The first part of a path says how to behave, the rest is a file of FOLDER:
    honest     with ranges                   rangeless  sends everything whatever was asked for
    missing    404                           broken     500
    short      claims all, ends half way     clipped    claims half, sends half
    wrong      the right length, other bytes cut        ends half way through what was asked for
    endless    bytes without end             loop       redirects to itself
    moved      redirects to honest           elsewhere  redirects to a file: address
    shifted    answers a range with another  garbage    is not HTTP
    silent     never answers
Ends when its standard input does. Each request is a line "PATH RANGE" in FOLDER/requests.log.
"""
import http.server
import os
import sys
import threading
import time

FOLDER = sys.argv[1]


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def do_GET(self):
        with open(os.path.join(FOLDER, "requests.log"), "a", encoding="utf-8") as log:
            log.write(f"{self.path} {self.headers.get('Range', '-')}\n")
        manner, _, name = self.path.lstrip("/").partition("/")
        self.close_connection = True
        try:
            getattr(self, manner)(name)
        except (BrokenPipeError, ConnectionResetError):
            pass

    def content(self, name):
        with open(os.path.join(FOLDER, os.path.basename(name)), "rb") as file:
            return file.read()

    def head(self, status, length=None, **headers):
        self.send_response(status)
        if length is not None:
            self.send_header("Content-Length", str(length))
        for key, value in headers.items():
            self.send_header(key.replace("_", "-"), value)
        self.send_header("Connection", "close")
        self.end_headers()

    def begin(self, content):
        asked = self.headers.get("Range")
        return int(asked.removeprefix("bytes=").rstrip("-")) if asked else 0, len(content)

    def honest(self, name):
        content = self.content(name)
        begin, size = self.begin(content)
        if begin:
            self.head(206, size - begin, Content_Range=f"bytes {begin}-{size - 1}/{size}")
        else:
            self.head(200, size)
        self.wfile.write(content[begin:])

    def rangeless(self, name):
        content = self.content(name)
        self.head(200, len(content))
        self.wfile.write(content)

    def missing(self, name):
        self.head(404, 5)
        self.wfile.write(b"what?")

    def broken(self, name):
        self.head(500, 0)

    def short(self, name):
        content = self.content(name)
        self.head(200, len(content))
        self.wfile.write(content[: len(content) // 2])

    def clipped(self, name):
        content = self.content(name)
        self.head(200, len(content) // 2)
        self.wfile.write(content[: len(content) // 2])

    def cut(self, name):
        content = self.content(name)
        begin, size = self.begin(content)
        self.head(206 if begin else 200, size - begin, Content_Range=f"bytes {begin}-{size - 1}/{size}")
        self.wfile.write(content[begin : begin + (size - begin + 1) // 2])

    def wrong(self, name):
        content = bytes(255 - byte for byte in self.content(name))
        begin, size = self.begin(content)
        self.head(206 if begin else 200, size - begin, Content_Range=f"bytes {begin}-{size - 1}/{size}")
        self.wfile.write(content[begin:])

    def endless(self, name):
        self.head(200)
        while True:
            self.wfile.write(bytes(65536))

    def loop(self, name):
        self.head(302, 0, Location=self.path)

    def moved(self, name):
        self.head(301, 0, Location="/honest/" + name)

    def elsewhere(self, name):
        self.head(302, 0, Location="file://" + os.path.join(FOLDER, os.path.basename(name)))

    def shifted(self, name):
        content = self.content(name)
        self.head(206, len(content) - 1, Content_Range=f"bytes 1-{len(content) - 1}/{len(content)}")
        self.wfile.write(content[1:])

    def garbage(self, name):
        self.wfile.write(b"\x00\x01\x02 hello\r\n\r\n" * 10)

    def silent(self, name):
        time.sleep(300)


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True


server = Server(("127.0.0.1", 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
print(server.server_address[1], flush=True)
sys.stdin.read()
os._exit(0)
