#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Lockstep authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Secrets that a person types, and those of runs, are in no file, argument, environment, log or core."""
import base64
import fcntl
import json
import os
import pathlib
import pty
import pwd
import secrets
import select
import signal
import subprocess
import tempfile
import termios
import time
import unittest

import program
import secret_search
from local_hosts import Cluster, wait_until


class PasswordDoor:
    """Where an sshd lets nobody in but by a password: it sees another /etc/shadow than everybody else."""
    address = "127.0.0.2"

    def __init__(self, folder, password):
        digest = subprocess.run(["openssl", "passwd", "-6", "-stdin"], input=password, capture_output=True, text=True,
                                check=True, timeout=60).stdout.strip()
        shadow = pathlib.Path(folder) / "shadow"
        shadow.write_text(f"{pwd.getpwuid(os.getuid()).pw_name}:{digest}:19000:0:99999:7:::\n")
        shadow.chmod(0o600)
        rights = [] if os.geteuid() == 0 else ["--user", "--map-current-user", "--keep-caps"]
        options = "PasswordAuthentication=yes PermitRootLogin=yes AuthorizedKeysFile=none PubkeyAuthentication=no"
        self.enter = ["unshare", *rights, "--mount", "sh", "-c", f"mount --bind '{shadow}' /etc/shadow && exec \"$@\" " +
                      " ".join(f"-o {option}" for option in options.split()), "sh"]


class Secrets(unittest.TestCase):
    def setUp(self):
        self.begin(Cluster(2))

    def begin(self, cluster):
        self.cluster = cluster
        self.addCleanup(self.cluster.__exit__)
        self.home = self.cluster.folder / "desktop"
        self.home.mkdir()
        hosts = [(host.address, host.port, host.user, ["cpu"]) for host in self.cluster.hosts]
        self.experiment = self.home / "experiment.lockstep.json"
        self.experiment.write_text(json.dumps(program.experiment(hosts, epochs=2000)))
        self.shown = b""

    def start_on_terminal(self, *arguments):
        """lockstep, with a terminal of its own to ask on."""
        self.terminal, theirs = pty.openpty()
        self.addCleanup(os.close, self.terminal)

        def own_terminal():
            fcntl.ioctl(theirs, termios.TIOCSCTTY, 0)
        process = subprocess.Popen([program.LOCKSTEP, *map(str, arguments), *self.cluster.options()], cwd=self.home,
                                   env=program.clean_environment(self.home), stdin=theirs, stdout=theirs, stderr=theirs,
                                   start_new_session=True, preexec_fn=own_terminal)
        os.close(theirs)
        self.addCleanup(process.wait, 30)
        self.addCleanup(process.kill)
        return process

    def show(self, seconds):
        """Takes what is shown on the terminal within so long."""
        end = time.monotonic() + seconds
        while time.monotonic() < end and select.select([self.terminal], [], [], 0.1)[0]:
            try:
                self.shown += os.read(self.terminal, 65536)
            except OSError:
                return  # closed

    def wait_for(self, condition, what):
        def met():
            self.show(1)
            return condition()
        try:
            return wait_until(met, 120, what)
        except AssertionError as error:
            raise AssertionError(f"{error}; shown: {self.shown[-2000:]}") from None

    def trains(self):
        runs = self.home / ".local" / "share" / "lockstep" / "runs"
        return any('"step":20,' in path.read_text() for path in runs.glob("*/attempt-1/rank-0.jsonl"))

    def test_a_typed_passphrase_stays_in_memory(self):
        passphrase = "canary-" + secrets.token_hex(16)
        subprocess.run(["ssh-keygen", "-q", "-p", "-P", "", "-N", passphrase, "-f", self.cluster.identity], check=True,
                       timeout=60)
        self.train_and_search(b"Passphrase", passphrase)

    def test_a_typed_password_stays_in_memory(self):
        password = "canary-" + secrets.token_hex(16)
        with tempfile.TemporaryDirectory() as folder:
            self.begin(Cluster(1, places=[PasswordDoor(folder, password)]))
            self.train_and_search(b"Password", password)

    def train_and_search(self, question, secret):
        """Types the secret wherever it is asked for, until the run trains; then it must not be found anywhere."""
        process = self.start_on_terminal("run", self.experiment)
        answered = 0

        def trains():
            nonlocal answered
            if self.shown.count(question) > answered:
                os.write(self.terminal, secret.encode() + b"\n")
                answered += 1
            return self.trains()
        self.wait_for(trains, "a training")
        self.assertGreater(answered, 0)
        found, looked = secret_search.places(secret.encode(), self.cluster.folder)
        self.assertEqual(found, [])
        self.assertGreater(looked, 50)
        self.assertNotIn(secret.encode(), self.shown)
        # A program that dies in the worst moment leaves no picture of its memory either.
        process.send_signal(signal.SIGABRT)
        wait_until(lambda: os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT | os.WNOHANG), 60, "its end")
        ended = os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT | os.WNOHANG)
        self.assertEqual((ended.si_code, ended.si_status), (os.CLD_KILLED, signal.SIGABRT), "it left a core")
        self.assertEqual(secret_search.places(secret.encode(), self.cluster.folder)[0], [])

    def test_the_token_of_a_run_stays_in_memory(self):
        document = json.loads(self.experiment.read_text())
        document["topology"] = {"hosts": [{"id": "h", "name": "here", "connection": "local", "devices": ["cpu", "cpu"]}]}
        document["restart"] = {"max": 3, "backoff_seconds": 0}
        self.experiment.write_text(json.dumps(document))
        token, file = secrets.token_bytes(32), self.home / "token"
        file.write_text(token.hex())
        file.chmod(0o600)
        folder = self.home / "lockstep"
        process = subprocess.Popen([program.ENGINE, "supervise", self.experiment, "--run", "secret", "--token-file", file],
                                   env={**program.clean_environment(self.home), "LOCKSTEP_HOME": str(folder)},
                                   stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.addCleanup(process.wait, 60)
        self.addCleanup(process.terminate)
        for attempt in (1, 2):  # that which the supervisor makes by itself, too
            journal = folder / f"runs/secret/host-0/attempt-{attempt}/rank-1.jsonl"
            wait_until(lambda: journal.exists() and '"step":20,' in journal.read_text(), 120, "a training")
            for form in (token, token.hex().encode()):
                found, looked = secret_search.places(form, self.home, besides=[file])
                self.assertEqual(found, [])
                self.assertGreater(looked, 20)
            os.kill(json.loads(journal.read_text().splitlines()[0])["process_id"], signal.SIGKILL)

    def test_the_search_finds_a_secret_that_lies_about(self):
        secret = "canary-" + secrets.token_hex(16)
        careless = subprocess.Popen(["sleep", "60"], env={"PASSWORD": secret})
        self.addCleanup(careless.wait, 30)
        self.addCleanup(careless.kill)
        (self.home / "notes").write_text(f"it is {secret}")
        (self.home / "hidden").write_bytes(b"AA" + base64.b64encode(f"xy{secret}zz".encode()))
        found, _ = secret_search.places(secret.encode(), self.home)
        self.assertEqual(sorted(found), sorted([str(self.home / "notes"), str(self.home / "hidden"),
                                                f"/proc/{careless.pid}/environ"]))


if __name__ == "__main__":
    unittest.main(verbosity=2)
