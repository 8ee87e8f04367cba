#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Lockstep authors
# SPDX-License-Identifier: Apache-2.0
"""That check_portable_math.py finds what it is there for: check_portable_math_test.py NM COMPILER"""
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import check_portable_math

NM, COMPILER = sys.argv.pop(1), sys.argv.pop(1)


class CheckPortableMath(unittest.TestCase):
    def found(self, expression):
        with tempfile.TemporaryDirectory() as folder:
            source = Path(folder) / "one.cpp"
            source.write_text(f"#include <cmath>\ndouble f(double x) {{ return {expression}; }}\n")
            built = source.with_suffix(".o")
            subprocess.run([COMPILER, "-O2", "-c", str(source), "-o", str(built)], check=True)
            return check_portable_math.calls(NM, built)

    def test_finds_each_kind_of_call(self):
        for expression, name in [("std::exp(x)", "exp"), ("std::log(float(x))", "logf"), ("std::pow(x, 3.3)", "pow")]:
            found = self.found(expression)
            self.assertEqual(len(found), 1, found)
            self.assertIn(f"one.o calls {name}, ", found[0])

    def test_lets_pass_what_ieee_fixes(self):
        for expression in ["std::sqrt(x)", "std::nearbyint(x) / 3", "std::fma(x, x, 1.0)", "std::fmod(x, 3.0)"]:
            self.assertEqual(self.found(expression), [])

    def test_says_what_is_missing(self):
        self.assertEqual(check_portable_math.main([NM, "/nowhere/libx.a"]), 1)


if __name__ == "__main__":
    unittest.main()
