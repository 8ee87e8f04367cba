# SPDX-FileCopyrightText: The Lockstep authors
# SPDX-License-Identifier: Apache-2.0
"""What the host has: its GPUs, its tools, and a Python with PyTorch and NVIDIA's libraries."""
import os
import pathlib
import shutil
import subprocess
import sys

GPU_FACTS = ("name", "driver_version", "memory.total", "compute_cap", "clocks.max.sm", "clocks.max.mem", "power.limit")
#: Asked of a Python: its own answer, without importing PyTorch, which takes seconds.
ASK_PYTHON = ("import importlib.metadata as m, importlib.util as u; s = u.find_spec('torch'); "
              "print(m.version('torch') if s else '', *(u.find_spec('nvidia').submodule_search_locations "
              "if u.find_spec('nvidia') else []), sep='\\n')")


def answer(command, timeout=60):
    """What a command prints, or nothing where it fails or is not there."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=timeout, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""


def nvidia_smi(fields, timeout=20):
    """One dictionary a GPU."""
    text = answer(["nvidia-smi", "--query-gpu=" + ",".join(fields), "--format=csv,noheader,nounits"], timeout)
    return [dict(zip(fields, map(str.strip, line.split(",")))) for line in text.splitlines() if line]


class Machine:
    def __init__(self, python=None):
        self.gpus = nvidia_smi(GPU_FACTS)
        self.cores = len(os.sched_getaffinity(0))
        self.sanitizer = shutil.which("compute-sanitizer") or self._beside_cuda("compute-sanitizer")
        self.python, self.torch, self.nvidia_folders = self._find_python(python)

    @staticmethod
    def _beside_cuda(tool):
        found = sorted(pathlib.Path("/usr/local").glob(f"cuda*/bin/{tool}"))
        return str(found[-1]) if found else None

    @staticmethod
    def _find_python(wanted):
        """The first Python with PyTorch, its version, and the folders of NVIDIA's packages beside it."""
        candidates = [wanted] if wanted else ["python3", sys.executable, "/usr/bin/python3"]
        for python in candidates:
            lines = answer([python, "-c", ASK_PYTHON]).splitlines()
            if lines and lines[0]:
                return python, lines[0], lines[1:]
        return None, None, []

    def facts(self):
        return {"gpus": self.gpus, "cores": self.cores, "python": self.python, "torch": self.torch,
                "nvidia_packages": self.nvidia_folders, "compute_sanitizer": self.sanitizer,
                "glibc": os.confstr("CS_GNU_LIBC_VERSION"), "kernel": os.uname().release}
