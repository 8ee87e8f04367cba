# SPDX-FileCopyrightText: The Lockstep authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""A Slurm of the test's own: controller, daemons of several nodes on this computer, munge with a key of its own."""
import getpass
import os
import pathlib
import random
import shutil
import signal
import socket
import subprocess
import time

BELOW_THOSE_OF_CONNECTIONS = (15000, 32000)  # Linux gives connections 32768 and more

CONFIGURATION = """\
ClusterName=lockstep-test
SlurmctldHost={host}(127.0.0.1)
SlurmUser={user}
SlurmdUser={user}
AuthType=auth/munge
AuthInfo=socket={folder}/munge.sock
SlurmctldPort={ports[0]}
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool-%n
SlurmctldPidFile={folder}/controller.pid
SlurmdPidFile={folder}/%n.pid
SlurmctldLogFile={folder}/controller.log
SlurmdLogFile={folder}/%n.log
ProctrackType=proctrack/pgid
TaskPlugin=task/none
SelectType=select/cons_tres
MailProg=/bin/true
ReturnToService=2
KillWait=20
{nodes}
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP OverSubscribe=FORCE:4
"""


def free_ports(count):
    """Ports that were free a moment ago, and that no connection of another test is given by chance."""
    sockets = []
    while len(sockets) < count:
        try:
            sockets.append(socket.create_server(("127.0.0.1", random.randrange(*BELOW_THOSE_OF_CONNECTIONS))))
        except OSError:
            pass  # it is taken
    ports = [each.getsockname()[1] for each in sockets]
    for each in sockets:
        each.close()
    return ports


def wait_until(condition, seconds, what, pause=0.2):
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            raise AssertionError(f"within {seconds} s: {what}")
        time.sleep(pause)


class LocalSlurm:
    """Started by the constructor; stop() ends every process of it."""

    def __init__(self, folder, nodes=3):
        missing = [each for each in ("munged", "slurmctld", "slurmd", "srun") if not self.find(each)]
        assert not missing, f"{missing}: the packages slurmctld, slurmd, slurm-client and munge are not all there"
        self.folder = pathlib.Path(folder)
        self.folder.mkdir(mode=0o700)
        (self.folder / "state").mkdir()
        self.processes = []
        self.configuration = self.folder / "slurm.conf"
        ports = free_ports(1 + nodes)
        host = socket.gethostname().split(".")[0]
        lines = [f"NodeName=node{i + 1} NodeHostname={host} NodeAddr=127.0.0.1 Port={ports[i + 1]} CPUs=2 State=UNKNOWN"
                 for i in range(nodes)]
        self.configuration.write_text(CONFIGURATION.format(
            host=host, user=getpass.getuser(), folder=self.folder, ports=ports, nodes="\n".join(lines)))
        try:
            self.start(nodes)
        except BaseException:
            self.stop()
            raise

    @staticmethod
    def find(name):
        return shutil.which(name, path=os.environ["PATH"] + ":/usr/sbin:/sbin")

    def start(self, nodes):
        key = self.folder / "munge.key"
        key.write_bytes(os.urandom(128))
        key.chmod(0o600)
        self.begin("munged", "--foreground", "--force", f"--key-file={key}", f"--socket={self.folder}/munge.sock",
                   f"--pid-file={self.folder}/munged.pid", f"--log-file={self.folder}/munged.log",
                   f"--seed-file={self.folder}/munged.seed")
        wait_until((self.folder / "munge.sock").exists, 20, "munge does not answer")
        self.begin("slurmctld", "-D", "-f", self.configuration)
        for i in range(nodes):
            self.begin("slurmd", "-D", "-f", self.configuration, "-N", f"node{i + 1}")
        wait_until(lambda: self.ask("sinfo", "-h", "-t", "idle", "-o", "%D").strip() == str(nodes), 60,
                   "not all nodes of Slurm are idle")

    def begin(self, name, *arguments):
        log = open(self.folder / f"{name}-{len(self.processes)}.out", "wb")
        with log:
            self.processes.append(subprocess.Popen([self.find(name), *map(str, arguments)], stdin=subprocess.DEVNULL,
                                                   stdout=log, stderr=log, env=self.environment(os.environ)))

    def environment(self, base):
        return {**base, "SLURM_CONF": str(self.configuration)}

    def ask(self, *command):
        """What a command of Slurm prints; empty where it fails."""
        return subprocess.run(command, env=self.environment(os.environ), capture_output=True, text=True,
                              timeout=30).stdout

    def stop(self):
        # Steps that are still under way would wait for a controller that is gone.
        for job in self.ask("squeue", "-h", "-o", "%i").split():
            self.ask("scancel", job)
        deadline = time.monotonic() + 40
        while self.ask("squeue", "-h") and time.monotonic() < deadline:
            time.sleep(0.2)
        for process in reversed(self.processes):
            process.send_signal(signal.SIGTERM)
        for process in reversed(self.processes):
            try:
                process.wait(timeout=20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
