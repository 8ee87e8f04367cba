#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Lockstep authors
# SPDX-License-Identifier: Apache-2.0
"""README names the cards that are served; a build holds code for what its compiler knows.

Usage: served_cards_test.py NVCC README
"""
import pathlib
import re
import subprocess
import sys
import unittest

NVCC, README = sys.argv[1:3]


def nvcc(option):
    return subprocess.run([NVCC, option], capture_output=True, text=True, check=True, timeout=60).stdout


class ServedCards(unittest.TestCase):
    def test_readme_names_the_oldest_of_cuda_13(self):
        if int(re.search(r"release (\d+)", nvcc("--version")).group(1)) != 13:
            self.skipTest("README speaks of builds with CUDA 13")
        known = [int(number) for number in re.findall(r"sm_(\d+)", nvcc("--list-gpu-code"))]
        text = pathlib.Path(README).read_text(encoding="utf-8")
        with_gpu = text[text.index("## With a GPU"):]
        named = re.search(r"compute capability (\d+)\.(\d) and newer", with_gpu)
        self.assertEqual(int(named.group(1)) * 10 + int(named.group(2)), min(known))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
