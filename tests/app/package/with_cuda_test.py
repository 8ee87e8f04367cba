#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Lockstep authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""with_cuda_test.py SOURCES

app/run --with-cuda where there is no toolkit, one in build/cuda, and one of the system: the real scripts and the real pip,
which takes wheels from a folder; a stand-in for CMake notes how it is called.
"""
import os
import pty
import shutil
import subprocess
import sys
import tempfile
import unittest
import zipfile
from pathlib import Path

SOURCES = Path(sys.argv.pop(1))

CMAKE = """#!/bin/sh
echo "$*" >>"$STAND_IN_LOG"
[ "$1" = --build ] && { echo "ninja: no work to do."; exit 0; }
toolkit=$SYSTEM_TOOLKIT
for word; do case $word in -DCUDAToolkit_ROOT=*) toolkit=${word#*=} ;; esac; done
mkdir -p build/release
: >build/release/build.ninja
[ -n "$toolkit" ] && [ -x "$toolkit/bin/nvcc" ] && echo "build bin/liblockstep_cuda.so: link" >build/release/build.ninja
exit 0
"""
DPKG_QUERY = "#!/bin/sh\nprintf installed\n"

PACKAGES = {
    "nvidia-cuda-nvcc": {"nvidia/cu13/bin/nvcc": "#!/bin/sh\n", "nvidia/cu13/lib/libcudart_static.a": "",
                         "nvidia/cu13/include/cuda_runtime.h": ""},
    "nvidia-cudnn-cu13": {"nvidia/cudnn/lib/libcudnn.so.9": "", "nvidia/cudnn/include/cudnn.h": ""},
    "nvidia-nccl-cu13": {"nvidia/nccl/lib/libnccl.so.2": "", "nvidia/nccl/include/nccl.h": ""},
}
LIST = """# name==version, then megabytes
nvidia-cuda-nvcc==13.5.37 47
nvidia-cudnn-cu13==9.28.1.4 517
nvidia-nccl-cu13==2.32.3 305
"""


def write(path, text, mode=0o644):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    path.chmod(mode)


def write_wheel(folder, name, version, files):
    """A wheel as PyPI has them (PEP 427)."""
    plain = name.replace("-", "_")
    info = f"{plain}-{version}.dist-info"
    files = dict(files)
    files[f"{info}/METADATA"] = f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n"
    files[f"{info}/WHEEL"] = "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    files[f"{info}/RECORD"] = "".join(f"{path},,\n" for path in [*files, f"{info}/RECORD"])
    with zipfile.ZipFile(folder / f"{plain}-{version}-py3-none-any.whl", "w") as wheel:
        for path, text in files.items():
            entry = zipfile.ZipInfo(path)
            entry.external_attr = (0o100755 if "/bin/" in path else 0o100644) << 16
            wheel.writestr(entry, text)


class WithCuda(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)
        self.root = self.folder / "lockstep"
        (self.root / "app").mkdir(parents=True)
        for name in ("run", "setup.sh", "cuda.sh", "packages.txt"):
            shutil.copy(SOURCES / "app" / name, self.root / "app" / name)
        self.write_list(LIST)
        self.wheels = self.folder / "wheels"
        self.wheels.mkdir()
        for line in LIST.splitlines()[1:]:
            name, version = line.split()[0].split("==")
            write_wheel(self.wheels, name, version, PACKAGES[name])
        self.log = self.folder / "log"
        write(self.folder / "bin/cmake", CMAKE, 0o755)
        write(self.folder / "bin/dpkg-query", DPKG_QUERY, 0o755)
        self.environment = dict(
            os.environ, PATH=f"{self.folder / 'bin'}:{os.environ['PATH']}", STAND_IN_LOG=str(self.log), SYSTEM_TOOLKIT="",
            PIP_NO_INDEX="1", PIP_FIND_LINKS=str(self.wheels), PIP_DISABLE_PIP_VERSION_CHECK="1",
            PIP_CONFIG_FILE=os.devnull)

    def write_list(self, text):
        (self.root / "app/cuda_packages.txt").write_text(text)

    def build(self, answer=None):
        """Runs app/run --with-cuda --build: without a terminal, or with somebody who answers so."""
        command = [str(self.root / "app/run"), "--with-cuda", "--build"]
        if answer is None:
            return subprocess.run(command, env=self.environment, stdin=subprocess.DEVNULL, text=True,
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=120, check=False)
        ours, theirs = pty.openpty()
        os.write(ours, answer.encode() + b"\n")
        try:
            return subprocess.run(command, env=self.environment, stdin=theirs, text=True, stdout=subprocess.PIPE,
                                  stderr=subprocess.STDOUT, timeout=120, check=False)
        finally:
            os.close(ours)
            os.close(theirs)

    def test_without_a_toolkit_it_is_fetched_once(self):
        first = self.build()
        self.assertEqual(first.returncode, 0, first.stdout)
        self.assertIn("869 MB", first.stdout)
        self.assertIn("517 MB  nvidia-cudnn-cu13==9.28.1.4", first.stdout)
        toolkit = self.root / "build/cuda/nvidia/cu13"
        self.assertTrue(os.access(toolkit / "bin/nvcc", os.X_OK))
        for link in ("lib/libcudnn.so", "lib/libnccl.so", "include/cudnn.h", "include/nccl.h"):
            self.assertTrue((toolkit / link).exists(), link)
        self.assertIn(f"-DCUDAToolkit_ROOT={toolkit}", self.log.read_text())

        shutil.rmtree(self.wheels)  # nothing is fetched again
        calls = self.log.read_text()
        second = self.build()
        self.assertEqual(second.returncode, 0, second.stdout)
        self.assertNotIn("Fetching", second.stdout)
        self.assertNotIn("CUDAToolkit_ROOT", self.log.read_text()[len(calls):])

    def test_a_person_is_asked_with_the_sizes_before(self):
        refused = self.build("no")
        self.assertNotEqual(refused.returncode, 0)
        self.assertIn("869 MB", refused.stdout)
        self.assertIn("nothing was fetched", refused.stdout)
        self.assertFalse((self.root / "build/cuda").exists())
        agreed = self.build("yes")
        self.assertEqual(agreed.returncode, 0, agreed.stdout)
        self.assertTrue((self.root / "build/cuda/nvidia/cu13/bin/nvcc").exists())

    def test_another_list_of_packages_is_fetched_anew(self):
        self.assertEqual(self.build().returncode, 0)
        (self.root / "build/release/build.ninja").unlink()  # as after `rm -r build/release`
        write_wheel(self.wheels, "nvidia-nccl-cu13", "2.33.0", PACKAGES["nvidia-nccl-cu13"])
        self.write_list(LIST.replace("2.32.3", "2.33.0"))
        again = self.build()
        self.assertIn("Fetching", again.stdout)
        self.assertEqual(len(list((self.root / "build/cuda").glob("nvidia_nccl_cu13-2.33.0.dist-info"))), 1)
        self.assertFalse(list((self.root / "build/cuda").glob("nvidia_nccl_cu13-2.32.3.dist-info")))

    def assert_system_toolkit_is_used(self):
        """One that stands on this computer, without fetching any."""
        write(self.folder / "system/bin/nvcc", "#!/bin/sh\n", 0o755)
        self.environment["SYSTEM_TOOLKIT"] = str(self.folder / "system")
        done = self.build()
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertNotIn("MB", done.stdout)
        self.assertFalse((self.root / "build/cuda").exists())

    def test_the_toolkit_of_the_computer_is_used(self):
        self.assert_system_toolkit_is_used()
        self.assertNotIn("CUDAToolkit_ROOT", self.log.read_text())

    def test_a_toolkit_that_was_installed_since_is_used(self):
        write(self.root / "build/release/build.ninja", "build bin/lockstep: link\n")  # as configured without one
        self.assert_system_toolkit_is_used()

    def test_what_cannot_be_fetched_is_named(self):
        shutil.rmtree(self.wheels)
        self.wheels.mkdir()
        failed = self.build()
        self.assertNotEqual(failed.returncode, 0)
        self.assertIn("could not be fetched: nvidia-cuda-nvcc==13.5.37 is missing. Is the network up", failed.stdout)

    def test_what_was_fetched_stays_for_the_next_try(self):
        rest = [path for path in self.wheels.iterdir() if "nvcc" not in path.name]
        for path in rest:
            path.rename(self.folder / path.name)
        half = self.build()
        self.assertNotEqual(half.returncode, 0, "half of the packages passed for all of them")
        self.assertIn("1 of 3:     47 MB  nvidia-cuda-nvcc==13.5.37", half.stdout)
        for path in rest:
            (self.folder / path.name).rename(path)
        next(self.wheels.glob("*nvcc*")).unlink()  # is not asked for again
        whole = self.build()
        self.assertEqual(whole.returncode, 0, whole.stdout)
        self.assertNotIn("1 of 3:", whole.stdout)
        self.assertIn("2 of 3:    517 MB  nvidia-cudnn-cu13==9.28.1.4", whole.stdout)
        self.assertFalse((self.root / "build/cuda.wheels").exists(), "they take room")

    def test_a_disk_without_room_is_named_before_anything_is_fetched(self):
        write(self.folder / "bin/df", "#!/bin/sh\necho Filesystem 1M-blocks Used Available\necho /dev/sda1 9000 7000 2000 78% /\n",
              0o755)
        full = self.build()
        self.assertNotEqual(full.returncode, 0)
        self.assertIn("has 2000 MB of room, and NVIDIA's compiler and libraries take 2607 MB", full.stdout)
        self.assertNotIn("1 of 3", full.stdout)

    def test_what_cannot_be_unpacked_is_fetched_anew(self):
        damaged = next(self.wheels.glob("*nvcc*"))
        whole = damaged.read_bytes()
        kept = self.root / "build/cuda.wheels" / damaged.name  # as a copy leaves it that was interrupted
        write(kept, "")
        kept.write_bytes(whole[:len(whole) // 2])
        broken = self.build()
        self.assertNotEqual(broken.returncode, 0)
        self.assertIn("could not be unpacked", broken.stdout)
        self.assertEqual(self.build().returncode, 0)


if __name__ == "__main__":
    unittest.main(verbosity=1)
