#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Lockstep authors
# SPDX-License-Identifier: Apache-2.0
"""The checker itself: every rule catches a planted breach, and a clean tree passes."""
import pathlib
import tempfile
import unittest

import check_house

APACHE = "// SPDX-FileCopyrightText: The Lockstep authors\n// SPDX-License-Identifier: Apache-2.0\n"
GPL = "// SPDX-FileCopyrightText: The Lockstep authors\n// SPDX-License-Identifier: GPL-3.0-or-later\n"


class CheckHouse(unittest.TestCase):
    def breaches(self, path, text):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            for top in ("app", "engine", "remote", "tests"):
                (root / top).mkdir()
            file = root / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
            return list(check_house.breaches(root))

    def test_clean_tree(self):
        text = APACHE + '#include "engine/core/error.h"\n#include <vector>\n'
        self.assertEqual(self.breaches("engine/train/trainer.cpp", text), [])

    def test_every_rule_catches_a_breach(self):
        planted = [
            ("engine/core/a.cpp", APACHE + '#include "engine/train/trainer.h"\n'),
            ("engine/compute/a.cpp", APACHE + '#include "engine/distributed/process_group.h"\n'),
            ("remote/a.cpp", GPL + '#include "app/main_window.h"\n'),
            ("remote/a.cpp", GPL + "#include <QWidget>\n"),
            ("remote/a.cpp", GPL + "#include <libssh/libssh.h>\n"),
            ("app/a.cpp", GPL + '#include "engine/train/trainer.h"\n'),
            ("app/a.cpp", GPL + "#include <libssh/libssh.h>\n"),
            ("app/runs/a.cpp", GPL + "#include <qcustomplot.h>\n"),
            ("engine/core/a.cpp", APACHE + "#include <QString>\n"),
            ("engine/compute/a.cpp", APACHE + "#include <dnnl.hpp>\n"),
            ("engine/train/a.cpp", APACHE + "#include <gloo/context.h>\n"),
            ("engine/train/a.cpp", APACHE + "#ifdef LOCKSTEP_CUDA\n#endif\n"),
            ("engine/core/a.h", APACHE + "#include <nlohmann/json.hpp>\n"),
            ("engine/core/a.cpp", GPL),
            ("engine/core/a.cpp", "int a;\n"),
            ("engine/core/a.cpp", APACHE + "int a;\n" * 400),
            ("engine/core/a.cpp", APACHE + "// TO" + "DO later\n"),
            ("third_party", "a file where none belongs\n"),
        ]
        for path, text in planted:
            with self.subTest(path=path, text=text[-60:]):
                self.assertEqual(len(self.breaches(path, text)), 1)


if __name__ == "__main__":
    unittest.main()
