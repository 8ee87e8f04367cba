#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Lockstep authors
# SPDX-License-Identifier: Apache-2.0
"""What the dynamic linker sees of the engine and of its plug-in for GPUs.

Usage: plugin_links_test.py READELF ENGINE PLUGIN
"""
import re
import subprocess
import sys
import unittest

READELF, ENGINE, PLUGIN = sys.argv[1:4]
NVIDIA = re.compile(r"lib(cu(blas|blasLt|dnn|da|dart|fft|rand|sparse|solver)|nvrtc|nvJitLink|nccl|nvidia)")


def read(option, file):
    return subprocess.run([READELF, "--wide", option, file], capture_output=True, text=True, check=True, timeout=60).stdout


def needed(file):
    return set(re.findall(r"\(NEEDED\).*\[(.*)\]", read("--dynamic", file)))


class PluginLinks(unittest.TestCase):
    def test_the_engine_needs_no_library_of_nvidias(self):
        libraries = subprocess.run(["ldd", ENGINE], capture_output=True, text=True, check=True, timeout=60).stdout
        self.assertIn("libstdc++", libraries)
        self.assertEqual([line for line in libraries.splitlines() if NVIDIA.search(line)], [])

    def test_the_plug_in_needs_what_the_engine_loads_before_it(self):
        others = needed(PLUGIN) - needed(ENGINE)
        self.assertTrue(others, "it calls cuDNN and cuBLAS")
        for library in others:
            self.assertRegex(library, r"^lib(cublas|cublasLt)\.so\.1[23]$|^libcudnn\.so\.9$")

    def test_libraries_are_named_without_a_folder(self):
        self.assertNotRegex(read("--dynamic", PLUGIN), r"\((RPATH|RUNPATH)\)")
        for library in needed(PLUGIN):
            self.assertNotIn("/", library)

    def test_one_symbol_is_seen(self):
        symbols = [line.split() for line in read("--dyn-syms", PLUGIN).splitlines()]
        defined = {words[7] for words in symbols
                   if len(words) == 8 and words[4] in ("GLOBAL", "WEAK", "UNIQUE") and words[6] not in ("UND", "Ndx")}
        self.assertEqual(defined, {"lockstep_device_plugin"})


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
