#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Lockstep authors
# SPDX-License-Identifier: Apache-2.0
"""Holds the map of the house in README.md to the folders that there are; prints every difference and exits 1.

Usage: check_map.py ROOT
"""
import pathlib
import re

from breach_report import report

MAPPED = ("app", "engine", "remote")
SOURCES = {".h", ".cpp", ".inl", ".cu", ".cuh"}
ROW = re.compile(r"^\| `([a-z_/0-9]+?)/?` \|", re.MULTILINE)


def folders_of(root):
    """Folders of code, relative to the root."""
    return {path.parent.relative_to(root).as_posix()
            for top in MAPPED for path in (root / top).rglob("*") if path.suffix in SOURCES} | set(MAPPED)


def differences(root):
    root = pathlib.Path(root)
    text = (root / "README.md").read_text(encoding="utf-8")
    house = text[text.index("## The house"):]
    rows = ROW.findall(house)
    mapped = {row for row in rows if row.split("/")[0] in MAPPED}
    yield from (f"README.md says nothing of {folder}" for folder in sorted(folders_of(root) - mapped))
    yield from (f"README.md tells of {folder}, which holds no code" for folder in sorted(mapped - folders_of(root)))
    yield from (f"README.md tells of {row}, which is not there" for row in rows if not (root / row).is_dir())
    yield from (f"README.md tells of {row} twice" for row in sorted(set(rows)) if rows.count(row) > 1)


if __name__ == "__main__":
    report(differences)
