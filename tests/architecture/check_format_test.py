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


if __name__ == "__main__":
    unittest.main()
