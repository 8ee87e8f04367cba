#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Lockstep authors
# SPDX-License-Identifier: Apache-2.0
import pathlib
import tempfile
import unittest

import check_map


class CheckMap(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        for name in ("app/a.cpp", "engine/core/b.h", "remote/c.cpp"):
            path = self.root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text("")

    def differences(self, *folders):
        rows = "".join(f"| `{folder}` | what |\n" for folder in folders)
        (self.root / "README.md").write_text("# Name\n\n## The house\n\n" + rows)
        return list(check_map.differences(self.root))

    def test_a_true_map_is_accepted(self):
        self.assertEqual(self.differences("app/", "engine/", "engine/core", "remote/"), [])

    def test_every_difference_is_found(self):
        found = self.differences("app/", "engine/", "engine/gone", "remote/", "remote/")
        self.assertEqual(found, ["README.md says nothing of engine/core",
                                 "README.md tells of engine/gone, which holds no code",
                                 "README.md tells of engine/gone, which is not there",
                                 "README.md tells of remote twice"])


if __name__ == "__main__":
    unittest.main()
