# SPDX-FileCopyrightText: The Lockstep authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""A Grid Engine of the test's own: a master, and this computer as its only host, with a parallel environment."""
import os
import pathlib
import shutil
import signal
import socket
import subprocess

from local_slurm import free_ports, wait_until

BOOTSTRAP = """\
admin_user none
default_domain none
ignore_fqdn true
spooling_method berkeleydb
spooling_lib libspoolb
spooling_params {folder}/spool
binary_path {folder}/root/bin
qmaster_spool_dir {folder}/qmaster
security_mode none
listener_threads 2
worker_threads 2
scheduler_threads 1
"""

ENVIRONMENT = """\
pe_name lockstep
slots 99
user_lists NONE
xuser_lists NONE
start_proc_args NONE
stop_proc_args NONE
allocation_rule 1
control_slaves TRUE
job_is_first_task FALSE
urgency_slots min
accounting_summary FALSE
qsort_args NONE
"""

# However busy this computer is.
QUEUE = """\
qname all.q
hostlist localhost
load_thresholds NONE
pe_list lockstep
slots 2
notify 00:00:20
"""


class LocalGridEngine:
    """Started by the constructor; stop() ends every process of it."""

    PARTS = pathlib.Path("/var/lib/gridengine")

    def __init__(self, folder):
        assert shutil.which("qsub") and self.PARTS.exists(), \
            "the packages gridengine-master, gridengine-exec and gridengine-client are not all there"
        self.folder = pathlib.Path(folder)
        for name in ("root/default/common", "spool", "qmaster", "execd"):
            (self.folder / name).mkdir(parents=True)
        for name in ("bin", "lib", "util", "utilbin"):
            (self.folder / "root" / name).symlink_to(self.PARTS / name)
        self.ports = free_ports(2)
        common = self.folder / "root/default/common"
        (common / "bootstrap").write_text(BOOTSTRAP.format(folder=self.folder))
        (common / "act_qmaster").write_text("localhost\n")
        # Whatever this computer calls itself, it is localhost to its Grid Engine.
        (common / "host_aliases").write_text(f"localhost {socket.gethostname()}\n")
        self.run("/usr/share/gridengine/scripts/init_cluster", self.folder / "root", "default", self.folder / "spool",
                 self.run("id", "-un").strip())
        try:
            self.start()
        except BaseException:
            self.stop()
            raise

    def environment(self, base):
        return {**base, "SGE_ROOT": str(self.folder / "root"), "SGE_CELL": "default",
                "SGE_QMASTER_PORT": str(self.ports[0]), "SGE_EXECD_PORT": str(self.ports[1]),
                "PATH": base["PATH"] + ":/usr/sbin:/sbin"}

    def run(self, *command, check=True):
        done = subprocess.run([str(word) for word in command], env=self.environment(os.environ), capture_output=True,
                              text=True, timeout=60, stdin=subprocess.DEVNULL)
        if check and done.returncode != 0:
            raise AssertionError(f"{command}: {done.stdout}{done.stderr}")
        return done.stdout

    def answers(self):
        return "localhost" in self.run("qconf", "-sh", check=False)

    def add(self, option, text):
        """Gives qconf a table; what the table leaves out is as in the template."""
        path = self.folder / "table"
        path.write_text(text)
        self.run("qconf", option, path)

    def start(self):
        self.run("sge_qmaster")
        wait_until(self.answers, 30, "Grid Engine does not answer")
        changed = {"execd_spool_dir": self.folder / "execd", "min_uid": 0, "min_gid": 0, "mailer": "/bin/true",
                   "shell_start_mode": "unix_behavior"}
        table = self.folder / "global"
        lines = [line.split() for line in self.run("qconf", "-sconf").replace("\\\n", " ").splitlines()
                 if line and not line.startswith("#")]
        table.write_text("".join(f"{words[0]} {changed.get(words[0], ' '.join(words[1:]))}\n" for words in lines))
        self.run("qconf", "-Mconf", table)
        self.run("qconf", "-as", "localhost")
        self.run("qconf", "-ah", "localhost", check=False)
        self.run("sge_execd")
        wait_until(lambda: "localhost" in self.run("qconf", "-sel", check=False), 30, "the host is not there")
        self.add("-Ap", ENVIRONMENT)
        template = dict(line.split(None, 1) for line in
                        self.run("qconf", "-sq", check=False).replace("\\\n", " ").splitlines() if line.strip())
        wanted = dict(line.split(None, 1) for line in QUEUE.splitlines())
        self.add("-Aq", "".join(f"{key} {value}\n" for key, value in {**template, **wanted}.items()))
        wait_until(lambda: "lx-" in self.run("qstat", "-f", check=False), 60, "the queue is not there")

    def stop(self):
        """By the numbers that its own processes have left."""
        for path in (self.folder / "qmaster/qmaster.pid", *self.folder.glob("execd/*/execd.pid")):
            if path.exists():
                pid = int(path.read_text())
                try:
                    os.kill(pid, signal.SIGTERM)
                    wait_until(lambda: not self.runs(pid), 30, f"process {pid} does not end")
                except ProcessLookupError:
                    pass

    @staticmethod
    def runs(pid):
        """A daemon is nobody's child: it may linger as a zombie where no init collects it."""
        status = pathlib.Path(f"/proc/{pid}/status")
        return status.exists() and "State:\tZ" not in status.read_text()
