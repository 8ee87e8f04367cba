#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Lockstep authors
# SPDX-License-Identifier: Apache-2.0
"""Holds tests/ to one way of naming, and finds tests that nobody would run; prints every breach and exits 1.

Files are x_test.cpp, x_test.cu, x_test.py or x_test.sh, and their folder's CMakeLists.txt names each of them. What CTest lists is
ROOM_test, ROOM_x_test, or ROOM_x_setup for what prepares other tests, where ROOM is the folder in tests/ or in
tests/engine/. No folder and no test may vanish because something is not there: it is an error when it is not.

Usage: check_tests.py ROOT
"""
import pathlib
import re

from breach_report import report

LISTING = "CMakeLists.txt"
LANGUAGES = {".cpp", ".cu", ".py", ".sh"}
HOLDS_TESTS = re.compile(r"^(TYPED_)?TEST(_[FP])?\(|\bQTEST_\w*MAIN\(|\bunittest\.main\(", re.MULTILINE)
ADDED = re.compile(r"\b(?:lockstep_add_test\(|add_test\(\s*NAME\s+)(\S+)")
VANISHES = re.compile(r"^\s*(?:else)?if\s*\((?:.*\W)?(EXISTS|TARGET)\b", re.MULTILINE)


def words_of(listing):
    return set(re.findall(r"[\w.-]+", listing.read_text(encoding="utf-8"))) if listing.is_file() else set()


def room_of(folder):
    parts = folder.split("/")
    return parts[2] if parts[1:2] == ["engine"] and len(parts) > 2 else parts[1] if len(parts) > 1 else None


def check_file(path, root):
    where = path.relative_to(root).as_posix()
    if path.name.startswith("test_"):
        yield f"{where}: tests are named x_test, and what only helps them has no test_ in front"
        return
    is_test = path.stem.endswith("_test")
    if not is_test and HOLDS_TESTS.search(path.read_text(encoding="utf-8")):
        yield f"{where}: holds tests, but is not named x_test"
    if is_test and not words_of(path.parent / LISTING) & {path.name, path.stem}:
        yield f"{where}: {path.parent.relative_to(root).as_posix()}/{LISTING} does not add it"


def check_listing(listing, root):
    where = listing.relative_to(root).as_posix()
    folder = listing.parent.relative_to(root).as_posix()
    text = listing.read_text(encoding="utf-8")
    if listing.parent.name not in words_of(listing.parent.parent / LISTING):
        yield f"{folder}: nobody adds this folder"
    for match in VANISHES.finditer(text):
        yield f"{where}: tests must not vanish with if({match.group(1)} ...)"
    room = room_of(folder)
    for name in ADDED.findall(text):
        # What a variable stands for is seen where the function that has it is called.
        if room and not name.startswith("$") and not re.fullmatch(rf"{room}_([a-z0-9_]+_)?(test|setup)|{room}_\$.*", name):
            yield f"{where}: {name} is not named {room}_x_test (or {room}_x_setup)"


def breaches(root):
    root = pathlib.Path(root)
    for path in sorted((root / "tests").rglob("*")):
        if path.name == LISTING:
            yield from check_listing(path, root)
        elif path.suffix in LANGUAGES and path.is_file():
            yield from check_file(path, root)


if __name__ == "__main__":
    report(breaches)
