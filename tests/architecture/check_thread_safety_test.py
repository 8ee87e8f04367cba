#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Lockstep authors
# SPDX-License-Identifier: Apache-2.0
"""The check of mutexes itself: each kind of breach is found, right code passes, files without a mutex are not read.

Usage: check_thread_safety_test.py ROOT CLANG
"""
import pathlib
import re
import shutil
import sys
import tempfile
import unittest

import check_thread_safety

ROOT, CLANG = pathlib.Path(sys.argv[1]), sys.argv[2]

INCLUDE = '#include "engine/protocol/mutex.h"\n'
QUEUE = """namespace lockstep::%s {
class Queue {
public:
    void put() LOCKSTEP_EXCLUDES(m_mutex)
    {
        {
            const MutexLock lock(m_mutex);
            ++m_count;
        }
        m_changed.notifyAll();
    }
    void take()
    {
        const MutexLock lock(m_mutex);
        m_changed.wait(m_mutex, [this]() LOCKSTEP_REQUIRES(m_mutex) { return m_count > 0; });
        takeHeld();
    }
    void takeHeld() LOCKSTEP_REQUIRES(m_mutex)
    {
        {
            const MutexUnlock free(m_mutex);
        }
        --m_count;
    }
    %s
private:
    Mutex m_mutex;
    ConditionVariable m_changed;
    int m_count LOCKSTEP_GUARDED_BY(m_mutex) = 0;
};
}
"""

BREACHES = {
    "a guarded member without the mutex": "int count() { return m_count; }",
    "a function that wants the mutex held": "void bad() { takeHeld(); }",
    "a member while the mutex is given back":
        "void bad() LOCKSTEP_REQUIRES(m_mutex) { const MutexUnlock free(m_mutex); ++m_count; }",
    "a mutex that is not given back": "void bad() { m_mutex.lock(); }",
    "a mutex that is taken twice": "void bad() { const MutexLock lock(m_mutex); put(); }",
    "a predicate that does not say so":
        "void bad() { const MutexLock lock(m_mutex); m_changed.wait(m_mutex, [this] { return m_count > 0; }); }",
}


class CheckThreadSafety(unittest.TestCase):
    def tree(self, text):
        """A house of one source file."""
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        root = pathlib.Path(folder.name).resolve()
        (root / "engine/protocol").mkdir(parents=True)
        shutil.copy(ROOT / "engine/protocol/mutex.h", root / "engine/protocol")
        (root / "engine/queue.cpp").write_text(text, encoding="utf-8")
        return root

    def check(self, text):
        root = self.tree(text)
        command = f"c++ -std=c++20 -I{root} -Wall -o queue.o -c engine/queue.cpp"
        entry = {"directory": str(root), "file": "engine/queue.cpp", "command": command}
        return check_thread_safety.check(root, [entry], CLANG)

    def test_right_code_passes(self):
        self.assertEqual(self.check(INCLUDE + QUEUE % ("right", "")), (1, ""))

    def test_every_breach_is_found(self):
        """All in one file: clang reads the headers once."""
        text, lines = INCLUDE, {}
        for index, (name, member) in enumerate(BREACHES.items()):
            first = text.count("\n") + 1
            text += QUEUE % (f"breach{index}", member)
            lines[name] = range(first, text.count("\n") + 1)
        count, found = self.check(text)
        self.assertEqual(count, 1)
        reported = {int(line) for line in re.findall(r"^engine/queue\.cpp:(\d+):.*-Wthread-safety", found, re.MULTILINE)}
        for name, where in lines.items():
            with self.subTest(name):
                self.assertTrue(reported.intersection(where), found)

    def test_a_mutex_of_others_is_found(self):
        for member in ("std::mutex m_other;", "std::condition_variable_any m_any;", "QMutex m_other;",
                       "void bad() { std::lock_guard<Mutex> lock(m_mutex); }"):
            with self.subTest(member):
                self.assertIn("engine/queue.cpp:", check_thread_safety.naked_mutexes(self.tree(QUEUE % ("other", member))))
        for comment in ("// as std::mutex", "int m_mutexes;"):
            self.assertEqual(check_thread_safety.naked_mutexes(self.tree(QUEUE % ("other", comment))), "")

    def test_files_without_a_mutex_are_not_read(self):
        self.assertEqual(self.check("int main() {}"), (0, ""))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
