#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Lockstep authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Texts that a shell, ssh or a file system would take for more than text, wherever a person may type one.

They are refused, or arrive as they are; nothing is executed, whichever login shell a host has. LOCKSTEP_LONG: all of
them in every place; LOCKSTEP_PART=2/10: the second of ten parts of them.
"""
import itertools
import json
import os
import shutil
import unittest

import program
from local_hosts import Cluster

CANARY = "lockstep-canary"
SHELLS = ("sh", "bash", "dash", "zsh", "fish", "tcsh")
COMMANDS = (f"touch {CANARY}", f"touch ~/{CANARY}", f"eval touch {CANARY}", f"exec touch {CANARY}", f">{CANARY}")
AROUND = ("$({})", "`{}`", "; {}", "| {}", "& {} &", "&& {}", "|| {}", "'; {}; '", '"; {}; "', "\n{}\n", "\r\n{}\r\n", "${{IFS}}{}",
          "' $({}) '", '" $({}) "', "-oProxyCommand={}", "-o ProxyCommand={}", "--rsh={}", "\\$({})", "%h$({})", "(({}))",
          "<({})", "{{{},x}}", "!{}", "#\n{}", "~$({})", "x=$({}) y", "../../$({})", "\u202e$({})\u202c", "\u2028{}",
          "\x1b]0;$({})\x07", "$({})" + 4096 * "a", "{}\x00", "=({})", "@$({})", "\\\n{}", "$'\\n{}'", "*; {}; *", "^{}^",
          "\ufeff$({})", "%0a{}")


def hostile_texts():
    """300 of them: commands, each in all that might set it free."""
    texts = [around.format(command) for around, command in itertools.product(AROUND, COMMANDS)]
    bare = ["-oProxyCommand=x", "-l", "--", "-", "..", ".", "/", "~", "~root", "$HOME", "%n", "%%", "\\", "'", '"', "`", "\t", "*", "?",
            "[", "a b", "NUL", "con", "-rf", "-V", "\u0000", "\ud7ff", "\uffff", "\U0001f600", "e\u0301"]
    return texts + [text + suffix for text in bare for suffix in ("", " ", "x")] + [64 * "$(", 64 * "{", 5000 * "'", 5000 * "-",
            *(chr(code) + f"$(touch {CANARY})" for code in (1, 2, 7, 8, 27, 127))]


class Injection(unittest.TestCase):
    def setUp(self):
        self.cluster = Cluster(1)
        self.addCleanup(self.cluster.__exit__)
        self.home = self.cluster.folder / "desktop"
        self.home.mkdir()
        self.texts = hostile_texts()
        self.assertGreaterEqual(len(self.texts), 300)
        part, parts = map(int, os.environ.get("LOCKSTEP_PART", "1/1").split("/"))
        self.texts = self.texts[part - 1::parts]

    def document(self):
        host = self.cluster.hosts[0]
        document = program.experiment([(host.address, host.port, host.user, ["cpu"])], epochs=1)
        document["data"] = {"kind": "synthetic", "image_size": 28, "classes": 10, "samples": 100}
        return document

    def lockstep(self, command, document, *more):
        path = self.home / "experiment.lockstep.json"
        path.write_text(json.dumps(document))
        return program.lockstep([command, path, *more, *self.cluster.options()], self.home, check=False)

    def assert_nothing_was_executed(self):
        found = [path for path in self.cluster.folder.rglob("*") if path.name.startswith(CANARY)]
        self.assertEqual(found, [])
        self.assertFalse(os.path.exists(CANARY) or os.path.exists(os.path.expanduser(f"~/{CANARY}")))

    def test_names_arrive_as_they_are_whatever_the_shell(self):
        arrived = 0
        share = len(self.texts) if "LOCKSTEP_LONG" in os.environ else 2
        for turn, shell in enumerate(SHELLS):
            self.cluster.hosts[0].set_environment(shell=shutil.which(shell))
            for text in self.texts[turn::len(SHELLS)][:share]:
                document = self.document()
                document["name"] = document["topology"]["hosts"][0]["name"] = text
                done = self.lockstep("run", document, "--json")
                with self.subTest(shell=shell, text=text):
                    if done.returncode != 0:
                        self.assertNotEqual(done.stderr.strip(), "")
                        continue
                    result = program.last_object(done.stdout)
                    submitted = json.loads((self.cluster.hosts[0].run_folder(result["run"], 0) /
                                            "experiment.lockstep.json").read_text())
                    self.assertEqual((submitted["name"], submitted["topology"]["hosts"][0]["name"]), (text, text))
                    arrived += 1
                self.assert_nothing_was_executed()
        print(f"{arrived} arrived as they were; what did not was refused with a reason")
        self.assertGreater(arrived, 3)

    def test_addresses_users_and_paths_do_no_more_than_they_say(self):
        places = ("address", "user", "interface", "path", "weights")
        tried = 0
        for number, (text, place) in enumerate(itertools.product(self.texts, places)):
            if number % 49 and "LOCKSTEP_LONG" not in os.environ:
                continue
            document = self.document()
            if place == "path":
                document["data"] = {"kind": "mnist", "path": text}
            elif place == "weights":
                document["model"]["weights"] = text
            else:
                document["topology"]["hosts"][0][place] = text
            done = self.lockstep("run", document, "--json")
            with self.subTest(place=place, text=text):
                self.assertGreater(done.returncode, 0, done.stdout)
                self.assertLess(done.returncode, 128, "it ended in order")
                self.assertNotEqual(done.stderr.strip(), "")
            tried += 1
        self.assert_nothing_was_executed()
        print(f"{tried} tried")


if __name__ == "__main__":
    unittest.main(verbosity=2)
