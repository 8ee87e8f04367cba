#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Lockstep authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs every command of README.md, in order, as a newcomer would, and follows every link and path it names."""
import os
import pathlib
import re
import subprocess
import tempfile
import unittest

import program

README = (program.SOURCE / "README.md").read_text(encoding="utf-8")
COMMANDS = [line for block in re.findall(r"```sh\n(.*?)```", README, re.S) for line in block.splitlines() if line.strip()]


def newest_checkpoint(home):
    """The folder that the README describes and calls CHECKPOINT; empty before the first run."""
    folders = pathlib.Path(home).glob(".lockstep/runs/*/host-0/checkpoints/step-*")
    return str(max(folders, key=lambda folder: folder.stat().st_mtime, default=""))


class Readme(unittest.TestCase):
    def test_every_command_works(self):
        self.assertGreaterEqual(len(COMMANDS), 5)
        with tempfile.TemporaryDirectory(prefix="lse-") as home:
            environment = program.clean_environment(home)
            for command in COMMANDS:
                with self.subTest(command=command):
                    # The commands are those of a person standing in the checkout; what they make goes to the home.
                    line = command
                    for made in ("curves.png", "weights.pth", "steps.json"):
                        line = line.replace(made, f"{home}/{made}")
                    line = line.replace("CHECKPOINT", newest_checkpoint(home))
                    done = subprocess.run(line.split(), cwd=program.SOURCE, env=environment, timeout=900,
                                          stdin=subprocess.DEVNULL, capture_output=True, text=True)
                    self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            self.assertEqual((pathlib.Path(home) / "curves.png").read_bytes()[:8], b"\x89PNG\r\n\x1a\n")

    def test_every_path_exists(self):
        named = set(re.findall(r"\]\(([^)#]+)\)", README))
        named |= set(re.findall(r"`((?:app|engine|remote|tests|resources)/[A-Za-z0-9_./-]+)`", README))
        self.assertGreaterEqual(len(named), 8)
        for path in sorted(named - {"engine/graph/zoo/your_model.cpp"}):
            with self.subTest(path=path):
                self.assertTrue((program.SOURCE / path).exists())

    def test_the_example_model_compiles_as_written(self):
        code = re.search(r"```cpp\n(.*?)```", README, re.S).group(1)
        source = '#include "engine/graph/graph.h"\nnamespace lockstep {\n' + "Graph makeYourModel(const Shape&, int);\n" \
            + code + "}\n"
        compiler = os.environ.get("CXX", "g++")
        done = subprocess.run([compiler, "-std=c++20", "-Wall", "-Wextra", "-Werror", "-fsyntax-only", "-I",
                               str(program.SOURCE), "-x", "c++", "-"], input=source, text=True, capture_output=True,
                              timeout=120)
        self.assertEqual(done.returncode, 0, done.stderr)


if __name__ == "__main__":
    unittest.main(verbosity=2)
