#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Lockstep authors
# SPDX-License-Identifier: Apache-2.0
"""Lets clang check which mutex guards what, in every source file that can touch a guarded member.

Usage: check_thread_safety.py ROOT COMPILE_COMMANDS CLANG
Prints clang's findings and exits 1 when there is one. Nothing is built: clang only reads, with the include folders
and definitions of the project's own build. A mutex that clang cannot follow is a finding as well: all of them are those
of engine/protocol/mutex.h.
"""
import collections
import concurrent.futures
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

MUTEX_HEADER = "engine/protocol/mutex.h"
INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"', re.MULTILINE)
OUTSIDE = re.compile(r"^\s*#\s*include\s*(<[^>]+>)", re.MULTILINE)
# Mutexes, conditions and locks without annotations.
NAKED = re.compile(r"\bstd::(\w*mutex|condition_variable\w*|(unique|shared|scoped)_lock|lock_guard)\b|"
                   r"\bQ(Mutex|ReadWriteLock|WaitCondition|(Mutex|Read|Write)Locker)\b")
HOUSE = ("app", "engine", "remote")
CHECK = ["-fsyntax-only", "-Werror=thread-safety", "-Werror=thread-safety-beta"]


class Includes:
    """Which files of the project a file reads."""

    def __init__(self, root):
        self.root = root
        self.directly = {}
        self.from_outside = {}
        self.known = {}

    def direct(self, name):
        if name not in self.directly:
            path = self.root / name
            text = path.read_text(encoding="utf-8") if path.is_file() else ""
            self.directly[name] = set(INCLUDE.findall(text))
            self.from_outside[name] = set(OUTSIDE.findall(text))
        return self.directly[name]

    def all(self, name):
        if name not in self.known:
            self.known[name] = set()
            for header in self.direct(name):
                self.known[name] |= {header} | self.all(header)
        return self.known[name]

    def outside(self, name):
        """The headers of others that the file reads."""
        return set().union(*(self.from_outside.get(file, ()) for file in [name, *self.all(name)]))

    def may_touch_guarded(self, name):
        """Guarded members are private: only files beside their header, or the header's own, can touch them."""
        folder = pathlib.PurePosixPath(name).parent
        beside = [file for file in self.all(name) if pathlib.PurePosixPath(file).parent == folder]
        return any(MUTEX_HEADER in self.direct(file) for file in [name, *beside])


def naked_mutexes(root):
    """Lines of the house that name one."""
    found = []
    for path in sorted(file for top in HOUSE for file in (root / top).rglob("*.*")):
        if path.suffix not in (".h", ".cpp", ".inl", ".cu", ".cuh"):
            continue
        name = path.relative_to(root).as_posix()
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if name != MUTEX_HEADER and NAKED.search(line.split("//")[0]):
                found.append(f"{name}:{number}: not of {MUTEX_HEADER}: {line.strip()}\n")
    return "".join(found)


def flags(command):
    """What decides how a file reads: language, folders and definitions; the rest is gcc's and the build's."""
    words = shlex.split(command)
    kept = []
    for index, word in enumerate(words):
        if word.startswith(("-D", "-I", "-std=", "-f")) and not word.startswith(("-fsanitize", "-fno-sanitize")):
            kept.append(word)
        elif word == "-isystem":
            kept.append(word + words[index + 1])
    return kept


def threaded_sources(root, commands, includes):
    """(name, flags) of the sources of the project that can touch a guarded member, each once."""
    found = {}
    for entry in commands:
        path = pathlib.Path(entry["directory"], entry["file"]).resolve()
        if not path.is_relative_to(root) or path.suffix == ".cu":  # kernels guard nothing: none of them has a mutex
            continue
        name = path.relative_to(root).as_posix()
        if not name.startswith(("build/", "tests/")) and includes.may_touch_guarded(name):
            found[name] = flags(entry["command"])
    return sorted(found.items())


def findings(root, clang, name, options):
    done = subprocess.run([clang, *options, *CHECK, name], cwd=root, capture_output=True, text=True, check=False)
    return done.stderr if done.returncode != 0 else ""


def with_parsed_headers(root, clang, includes, folder, sources):
    """The sources, whose flags now name the headers of others that most of them read, parsed once into the folder."""
    options = list(dict.fromkeys(flag for flag in sources[0][1] if all(flag in flags for _, flags in sources)))
    readers = collections.Counter(header for name, _ in sources for header in includes.outside(name))
    headers = sorted(header for header, count in readers.items() if 2 * count > len(sources))
    text, parsed = pathlib.Path(folder, "headers.h"), pathlib.Path(folder, "headers.pch")
    text.write_text("".join(f"#include {header}\n" for header in headers), encoding="utf-8")
    subprocess.run([clang, *options, "-x", "c++-header", text, "-o", parsed], cwd=root, check=True)
    return [(name, ["-include-pch", str(parsed), *flags]) for name, flags in sources]


def check(root, commands, clang):
    """(number of files read, what clang found)."""
    root = pathlib.Path(root).resolve()
    includes = Includes(root)
    sources = threaded_sources(root, commands, includes)
    found = []
    for of_qt in (False, True):
        group = [(name, flags) for name, flags in sources if ("-DQT_CORE_LIB" in flags) == of_qt]
        with tempfile.TemporaryDirectory() as folder, \
                concurrent.futures.ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
            if group:
                group = with_parsed_headers(root, clang, includes, folder, group)
            found += pool.map(lambda source: findings(root, clang, *source), group)
    return len(sources), naked_mutexes(root) + "".join(found)


def main():
    root, commands, clang = sys.argv[1:4]
    count, found = check(root, json.loads(pathlib.Path(commands).read_text(encoding="utf-8")), clang)
    print(found, end="")
    print(f"{count} threaded source files read")
    return 1 if found or count == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
