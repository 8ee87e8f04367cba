#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Lockstep authors
# SPDX-License-Identifier: Apache-2.0
"""Shows that check_format finds what is out of shape, and nothing else."""
import pathlib
import shutil
import tempfile
import unittest

import check_format

ROOT = pathlib.Path(__file__).resolve().parents[2]


class CheckFormat(unittest.TestCase):
    def test_only_the_file_out_of_shape_is_named(self):
        with tempfile.TemporaryDirectory() as folder:
            place = pathlib.Path(folder)
            shutil.copy(ROOT / ".clang-format", place)
            good, bad = place / "good.cpp", place / "bad.cpp"
            good.write_text("int answer()\n{\n    return 42;\n}\n")
            bad.write_text("int answer() {\n  return 42; }\n")
            found = list(check_format.misfits([good, bad]))
        self.assertEqual(len(found), 1)
        self.assertIn("bad.cpp", found[0])

    def test_kernels_are_read_too(self):
        with tempfile.TemporaryDirectory() as folder:
            place = pathlib.Path(folder)
            shutil.copy(ROOT / ".clang-format", place)
            (place / "engine").mkdir()
            for name in ("good.cuh", "bad.cu"):
                blanks = " " if name.startswith("bad") else ""
                (place / "engine" / name).write_text(
                    f"__global__ void fill(int* a)\n{{\n    a[threadIdx.x] = {blanks}0;\n}}\n\n"
                    "void start(int* a)\n{\n    fill<<<1, 32>>>(a);\n}\n")
            sources = check_format.sources(place)
            found = list(check_format.misfits(sources))
        self.assertEqual(len(sources), 2)
        self.assertEqual(len(found), 1)
        self.assertIn("bad.cu", found[0])


if __name__ == "__main__":
    unittest.main()
