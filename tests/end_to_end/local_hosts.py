# SPDX-FileCopyrightText: The Lockstep authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Real hosts on this computer: one OpenSSH server per loopback address, each with its own home, keys and port.

Nothing is simulated: the servers are Debian's sshd, and a host's home is reached only through it.
"""
import os
import pathlib
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import time

WRAPPER = """#!/bin/sh
export HOME='{home}'
unset XDG_DATA_HOME XDG_STATE_HOME LOCKSTEP_HOME
{more}
cd "$HOME" || exit 1
exec {shell} -c "${{SSH_ORIGINAL_COMMAND:-exit 0}}"
"""

CONFIG = """Port {port}
ListenAddress {address}
HostKey {folder}/host_key
PidFile {folder}/sshd.pid
AuthorizedKeysFile {folder}/authorized_keys
ForceCommand {folder}/enter
Subsystem sftp /usr/lib/openssh/sftp-server
PasswordAuthentication no
KbdInteractiveAuthentication no
UsePAM no
StrictModes no
PermitRootLogin prohibit-password
MaxStartups 100
LogLevel ERROR
"""


def free_port(address):
    with socket.socket() as probe:
        probe.bind((address, 0))
        return probe.getsockname()[1]


def keygen(path):
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", path], check=True, timeout=30)


def wait_until(condition, seconds, what):
    """Polls until `condition()` is true and returns its value; fails loudly at the deadline."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        value = condition()
        if value:
            return value
        time.sleep(0.05)
    raise AssertionError(f"{what}: not within {seconds} s")


class LocalHost:
    """One sshd on one address, at a free port where none is given. `folder` is removed with the cluster; `enter`: the
    words before a command that take it to where the address is."""

    def __init__(self, folder, address, public_key, port=None, enter=()):
        self.folder = pathlib.Path(folder)
        self.address = address
        self.home = self.folder / "home"
        self.home.mkdir(parents=True)
        self.user = pwd.getpwuid(os.getuid()).pw_name
        self.port = port or free_port(address)
        keygen(self.folder / "host_key")
        shutil.copy(public_key, self.folder / "authorized_keys")
        self.set_environment()
        (self.folder / "sshd_config").write_text(CONFIG.format(port=self.port, address=address, folder=self.folder))
        with open(self.folder / "sshd.err", "wb") as errors:
            command = [*enter, "/usr/sbin/sshd", "-D", "-e", "-f", str(self.folder / "sshd_config")]
            self.process = subprocess.Popen(command, stderr=errors, start_new_session=True)
        wait_until(self.answers, 10, f"sshd on {address}: {(self.folder / 'sshd.err').read_text()}")

    def set_environment(self, shell="/bin/sh", **variables):
        """The shell of whoever logs in from now on, and what its environment has besides."""
        more = "\n".join(f"export {name}='{value}'" for name, value in variables.items())
        (self.folder / "enter").write_text(WRAPPER.format(home=self.home, more=more, shell=shell))
        (self.folder / "enter").chmod(0o755)

    def answers(self):
        try:
            socket.create_connection((self.address, self.port), 1).close()
            return True
        except OSError:
            return False

    def known_hosts_line(self, port=None, address=None):
        kind, key = (self.folder / "host_key.pub").read_text().split()[:2]
        return f"[{address or self.address}]:{port or self.port} {kind} {key}\n"

    def run_folder(self, run, index):
        return self.home / ".lockstep" / "runs" / run / f"host-{index}"

    def processes(self, word="lockstep-engine"):
        """Command lines of this host's processes by pid: those whose home is this host's."""
        found = {}
        marker = f"HOME={self.home}".encode()
        for entry in pathlib.Path("/proc").iterdir():
            if not entry.name.isdigit():
                continue
            try:
                if marker in (entry / "environ").read_bytes().split(b"\0"):
                    line = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
                    if word in line:
                        found[int(entry.name)] = line
            except OSError:
                pass
        return found

    def stop(self):
        for pid in self.processes(""):
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
        self.process.kill()
        self.process.wait(10)


class Cluster:
    """Hosts at 127.0.0.2, 127.0.0.3, ... or in `places` (lab.py), and what a desktop needs to reach them: all at one
    port, or each at a free one of its own. A context manager."""

    def __init__(self, count, port=None, places=()):
        # Supervisors have sockets below the homes, and socket paths are short: keep this folder's name short.
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="lse-"))
        if os.getuid() == 0:
            pathlib.Path("/run/sshd").mkdir(exist_ok=True)
        self.identity = self.folder / "id"
        keygen(self.identity)
        self.known_hosts = self.folder / "known_hosts"
        self.hosts = []
        for index in range(count):
            address, enter = (places[index].address, places[index].enter) if places else (f"127.0.0.{index + 2}", ())
            self.hosts.append(LocalHost(self.folder / str(index), address, str(self.identity) + ".pub", port, enter))
        self.known_hosts.write_text("".join(host.known_hosts_line() for host in self.hosts))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for host in self.hosts:
            host.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def options(self):
        return ["--identity", str(self.identity), "--known-hosts", str(self.known_hosts)]


class Relay:
    """A TCP relay in front of an address that can be told to swallow everything, as a pulled cable does."""

    def __init__(self, address, port):
        self.target = (address, port)
        self.cut = threading.Event()
        self.swallowed = 0
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                near, _ = self.listener.accept()
                far = socket.create_connection(self.target, 5)
            except OSError:
                return
            state = {"dead": False}
            for source, sink in ((near, far), (far, near)):
                threading.Thread(target=self.copy, args=(source, sink, state), daemon=True).start()

    def copy(self, source, sink, state):
        try:
            while data := source.recv(65536):
                if self.cut.is_set():
                    state["dead"] = True
                if state["dead"]:
                    self.swallowed += len(data)  # a connection that lost bytes never comes back
                    continue
                sink.sendall(data)
        except OSError:
            pass
        if not state["dead"]:
            for end in (source, sink):
                try:
                    end.shutdown(socket.SHUT_RDWR)
                except OSError:
                    pass

    def close(self):
        self.listener.close()
