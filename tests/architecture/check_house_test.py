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
    def breaches(self, path, text, listing=None):
        """Of a tree with one file; `listing` is what its folder's CMakeLists.txt names, that file when not given."""
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            for top in ("app", "engine", "remote", "tests"):
                (root / top).mkdir()
            file = root / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
            (file.parent / "CMakeLists.txt").write_text(f"add_library(it {listing or file.name})\n", encoding="utf-8")
            return list(check_house.breaches(root))

    def test_clean_tree(self):
        text = APACHE + '#include "engine/core/error.h"\n#include <vector>\n'
        self.assertEqual(self.breaches("engine/train/trainer.cpp", text), [])
        everything = GPL + '#include "app/headless/headless.h"\n#include "app/window/main_window.h"\n'
        self.assertEqual(self.breaches("app/main.cpp", everything), [])
        above = GPL + '#include "app/topology/topology_scene.h"\n#include "app/runs/run_page.h"\n#include <QLabel>\n'
        self.assertEqual(self.breaches("app/window/main_window.cpp", above), [])

    def test_the_rooms_of_the_plug_in_may_be_built(self):
        kernel = APACHE + '#include "engine/compute/cuda/kernels/block.h"\n#include <cuda_runtime_api.h>\n'
        for path in ("engine/compute/cuda/kernels/device/a.cu", "engine/optim/cuda/a.cuh", "engine/train/cuda/a.cpp",
                     "engine/distributed/nccl/a.cpp", "tests/engine/compute/cuda/a.cu"):
            self.assertEqual(self.breaches(path, kernel), [], path)
        device = APACHE + '#include "engine/optim/cuda/a.h"\n#include "engine/train/training_device.h"\n'
        self.assertEqual(self.breaches("engine/train/cuda/a.cpp", device), [])

    def test_floors_hold_no_cycle(self):
        for house in (check_house.APP, check_house.HOSTS):
            floors = list(house)
            for number, floor in enumerate(floors):
                above = set(house[floor]) & set(floors[number:])
                self.assertEqual(above, set(), f"{floor} stands on what is not below it")

    def test_a_folder_of_the_window_names_its_files(self):
        found = self.breaches("app/topology/a.cpp", GPL, listing="another_a.cpp")
        self.assertEqual(len(found), 1)
        self.assertIn("CMakeLists.txt", found[0])

    def test_a_type_is_defined_once(self):
        types = check_house.Types()
        forward = "struct Frame;\nnamespace {\nstruct Local {\n};\n} // namespace\n"
        first = ("class Frame final : public A::B {\n", "enum class Kind : int {\n",
                 "struct Outer {\n    struct Frame {\n", "struct Outer::State {\n")
        for text in (forward, forward, *first):
            self.assertEqual(list(types.check("engine/a.h", text)), [])
        for text in ("struct Frame {\n", "enum Kind {\n", "class Outer\n"):
            self.assertEqual(len(list(types.check("engine/b.h", text))), 1)

    def test_namespaces_tell_types_apart(self):
        types = check_house.Types()
        cpu = "namespace lockstep {\nclass Frame {\n"
        cuda = "namespace lockstep::cuda {\nclass Frame {\n"
        for text in (cpu, cuda):
            self.assertEqual(list(types.check("engine/a.h", text)), [])
        for text in (cpu, cuda):
            self.assertEqual(len(list(types.check("engine/b.h", text))), 1)

    def test_every_rule_catches_a_breach(self):
        planted = [
            ("engine/core/a.cpp", APACHE + '#include "engine/train/trainer.h"\n'),
            ("engine/compute/a.cpp", APACHE + '#include "engine/distributed/process_group.h"\n'),
            ("remote/a.cpp", GPL + '#include "app/window/main_window.h"\n'),
            ("remote/a.cpp", GPL + "#include <QWidget>\n"),
            ("remote/a.cpp", GPL + "#include <libssh/libssh.h>\n"),
            ("app/runs/a.cpp", GPL + '#include "engine/train/trainer.h"\n'),
            ("app/main.cpp", GPL + "#include <libssh/libssh.h>\n"),
            ("app/runs/a.cpp", GPL + "#include <qcustomplot.h>\n"),
            ("app/theme/a.cpp", GPL + '#include "app/settings/settings.h"\n'),
            ("app/document/a.cpp", GPL + '#include "app/topology/topology_scene.h"\n'),
            ("app/topology/a.cpp", GPL + '#include "app/inspector/inspector.h"\n'),
            ("app/topology/a.cpp", GPL + '#include "remote/run/run_controller.h"\n'),
            ("app/runs/a.cpp", GPL + '#include "remote/ssh/ssh_session.h"\n'),
            ("remote/mirrors/a.cpp", GPL + '#include "remote/hosts/host_thread.h"\n'),
            ("remote/ssh/a.cpp", GPL + '#include "remote/run/run_controller.h"\n'),
            ("remote/a.cpp", GPL + '#include "remote/ssh/ssh_session.h"\n'),
            ("remote/a_new_floor/a.cpp", GPL),
            ("app/runs/a.cpp", GPL + '#include "app/document/experiment_document.h"\n'),
            ("app/runs/a.cpp", GPL + '#include "app/window/main_window.h"\n'),
            ("app/window/a.cpp", GPL + '#include "app/headless/headless.h"\n'),
            ("app/window/a.cpp", GPL + '#include "app/error_text.h"\n'),
            ("app/problems/a.cpp", GPL + "#include <QLabel>\n"),
            ("app/a.cpp", GPL),
            ("app/a_new_floor/a.cpp", GPL),
            ("engine/core/a.cpp", APACHE + "#include <QString>\n"),
            ("engine/compute/a.cpp", APACHE + "#include <dnnl.hpp>\n"),
            ("engine/train/a.cpp", APACHE + "#include <gloo/context.h>\n"),
            ("engine/train/a.cpp", APACHE + "#ifdef LOCKSTEP_CUDA\n#endif\n"),
            ("engine/train/a.cpp", APACHE + "#include <cuda_runtime_api.h>\n"),
            ("engine/train/a.cpp", APACHE + '#include "engine/compute/cuda/device/queue.h"\n'),
            ("engine/optim/a.cpp", APACHE + '#include "engine/optim/cuda/a.h"\n'),
            ("engine/compute/cuda/a.cuh", APACHE + '#include "engine/optim/update_rules.h"\n'),
            ("engine/compute/cuda/kernels/a.cu", APACHE + '#include "engine/train/trainer.h"\n'),
            ("engine/compute/cuda/kernels/a.cu", APACHE + "#if CUDA_VERSION > 12\n#endif\n"),
            ("engine/compute/cuda/kernels/a.cuh", "int a;\n"),
            ("engine/compute/cuda/kernels/a.cu", APACHE + "int a;\n" * 400),
            ("engine/data/a.cu", APACHE),
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
