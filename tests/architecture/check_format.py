#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Lockstep authors
# SPDX-License-Identifier: Apache-2.0
"""Holds every file of C++ and CUDA to .clang-format; prints the first line of each that differs and exits 1 when there is one.

Usage: check_format.py ROOT
"""
import pathlib
import subprocess
import sys

SOURCES = {".h", ".cpp", ".inl", ".cu", ".cuh"}
FOLDERS = ["app", "engine", "remote", "tests"]
AT_ONCE = 40
DEADLINE_S = 60


def sources(root):
    return [path for folder in FOLDERS for path in sorted((root / folder).rglob("*")) if path.suffix in SOURCES]


def misfits(paths):
    """The complaint of clang-format about each file that it would write differently."""
    for first in range(0, len(paths), AT_ONCE):
        done = subprocess.run(["clang-format", "--dry-run", "--ferror-limit=1", *paths[first:first + AT_ONCE]],
                              capture_output=True, text=True, timeout=DEADLINE_S, check=True)
        yield from (line for line in done.stderr.splitlines() if "[-Wclang-format-violations]" in line)


def main():
    root = pathlib.Path(sys.argv[1])
    paths = sources(root)
    if len(paths) < 100:
        sys.exit(f"found {len(paths)} files of C++ below {root}, expected hundreds")
    found = list(misfits(paths))
    print("\n".join(found))
    print(f"{len(paths)} files, {len(found)} misfits. Mend with: clang-format -i FILE")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
