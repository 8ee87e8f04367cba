#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Lockstep authors
# SPDX-License-Identifier: Apache-2.0
import pathlib
import tempfile
import unittest

import check_tests

TREE = {
    "CMakeLists.txt": "add_subdirectory(tests)\n",
    "tests/CMakeLists.txt": "function(lockstep_add_test name)\n  add_test(NAME ${name} COMMAND ${name})\n"
                            "endfunction()\nforeach(folder engine remote)\n  add_subdirectory(${folder})\n"
                            "endforeach()\n",
    "tests/engine/CMakeLists.txt": "add_subdirectory(data)\n",
    "tests/engine/data/CMakeLists.txt": "lockstep_add_test(data_test\n  idx_test.cpp\n  data_files.cpp)\n"
                                        "add_test(NAME data_pictures_setup COMMAND make_pictures.py)\n",
    "tests/engine/data/idx_test.cpp": "TEST(Idx, IsRead) {}\n",
    "tests/engine/data/data_files.cpp": "",
    "tests/remote/CMakeLists.txt": "function(add_it name)\n  add_test(NAME remote_${name} COMMAND ${name}.py)\n"
                                   "endfunction()\nadd_it(look_test)\n",
    "tests/remote/look_test.py": "unittest.main()\n",
}


class CheckTests(unittest.TestCase):
    def breaches(self, changes):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            for name, text in (TREE | changes).items():
                (root / name).parent.mkdir(parents=True, exist_ok=True)
                (root / name).write_text(text, encoding="utf-8")
            return list(check_tests.breaches(root))

    def test_a_tree_in_order_passes(self):
        self.assertEqual(self.breaches({}), [])

    def test_every_breach_is_found(self):
        listing = TREE["tests/remote/CMakeLists.txt"]
        planted = [
            ({"tests/remote/test_login.cpp": ""}, "test_login.cpp"),
            ({"tests/remote/login.cpp": "TEST_F(Login, Works) {}\n"}, "login.cpp"),
            ({"tests/remote/login.cpp": "QTEST_GUILESS_MAIN(Login)\n"}, "login.cpp"),
            ({"tests/remote/login.py": "    unittest.main()\n"}, "login.py"),
            ({"tests/remote/login_test.cpp": ""}, "does not add it"),
            ({"tests/remote/an_ok_look_test.sh": ""}, "does not add it"),
            ({"tests/app/window_test.cpp": ""}, "does not add it"),
            ({"tests/app/CMakeLists.txt": ""}, "nobody adds"),
            ({"tests/engine/data/deep/CMakeLists.txt": ""}, "nobody adds"),
            ({"tests/remote/CMakeLists.txt": listing + "if(EXISTS ${x})\nendif()\n"}, "vanish"),
            ({"tests/remote/CMakeLists.txt": listing + "if(NOT TARGET bundle)\n  return()\nendif()\n"}, "vanish"),
            ({"tests/remote/CMakeLists.txt": listing + "lockstep_add_test(look_test)\n"}, "remote_x_test"),
            ({"tests/remote/CMakeLists.txt": listing + "add_test(NAME remote_look)\n"}, "remote_x_test"),
            ({"tests/engine/data/CMakeLists.txt": "lockstep_add_test(engine_data_test idx_test.cpp)\n"}, "data_x_test"),
        ]
        for changes, said in planted:
            with self.subTest(changes=changes):
                found = self.breaches(changes)
                self.assertEqual(len(found), 1, found)
                self.assertIn(said, found[0])


if __name__ == "__main__":
    unittest.main()
