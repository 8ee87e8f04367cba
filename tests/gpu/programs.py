# SPDX-FileCopyrightText: The Lockstep authors
# SPDX-License-Identifier: Apache-2.0
"""How staged programs are started, and how long they may take."""
import os
import pathlib
import shutil
import signal
import subprocess
import time


#: Below a home, where the engine looks for NVIDIA's libraries: what its own advice and other computers put there.
PLACES_IN_HOME = (".lockstep/cuda", ".local")
SENT_TO_HOME = ".lockstep/libraries"
#: Where containers have the driver's libraries mounted, for which the loader does not look.
DRIVER_FOLDERS = ("/usr/local/nvidia/lib64", "/usr/lib/wsl/lib")
#: In each such place.
PACKAGES = ("nvidia/*/lib", "lib/python3*/site-packages/nvidia/*/lib")


class Staged:
    """The staged folder on this host."""

    def __init__(self, folder, machine, home):
        self.folder = pathlib.Path(folder)
        self.home = pathlib.Path(home)
        self.machine = machine
        self.bundled_loader = True
        self.system_libraries = self._libraries_of_the_system_loader()

    def _libraries_of_the_system_loader(self):
        """The staged libraries without the C library: for hosts on which its own loader is wanted."""
        folder = self.home / "lib"
        folder.mkdir(parents=True, exist_ok=True)
        c_library = ("ld-linux", "libc.so", "libm.so", "libdl.so", "libpthread.so", "librt.so", "libresolv.so")
        for path in (self.folder / "lib").iterdir():
            if not path.name.startswith(c_library) and not (folder / path.name).exists():
                shutil.copyfile(path, folder / path.name)
        return folder

    def has(self, program):
        return (self.folder / "bin" / program).exists()

    def data(self, name):
        path = self.folder / "data" / name
        return path if path.exists() else None

    def command(self, program, *arguments, bundled=None):
        words = [str(self.folder / "bin" / program), *map(str, arguments)]
        if self.bundled_loader if bundled is None else bundled:
            loader = next((self.folder / "lib").glob("ld-linux*"))
            words = [str(loader), "--library-path", str(self.folder / "lib"), *words]
        return words

    def environment(self, **more):
        """Of programs that look for NVIDIA's libraries themselves, as the engine does."""
        variables = {**os.environ, "HOME": str(self.home), "LC_ALL": "C.UTF-8"}
        if not self.bundled_loader:
            variables["LD_LIBRARY_PATH"] = self._search_path([self.system_libraries])
        if places := self._places_of_libraries():
            variables["LOCKSTEP_CUDA_LIBRARIES"] = ":".join(map(str, places))
        return {**variables, **more}

    def _places_of_libraries(self):
        """What the person has named, what lies beside PyTorch, and what the home that programs do not see has."""
        named = filter(None, os.environ.get("LOCKSTEP_CUDA_LIBRARIES", "").split(":"))
        home = pathlib.Path(os.environ.get("HOME") or "/nonexistent")
        places = [*map(pathlib.Path, named), *(pathlib.Path(folder).parent for folder in self.machine.nvidia_folders),
                  *(home / place for place in PLACES_IN_HOME), *sorted((home / SENT_TO_HOME).glob("[!.]*"))]
        return [place for place in dict.fromkeys(places) if place.is_dir()]

    def environment_of_linked(self):
        """Of programs that are linked with NVIDIA's libraries, to be started with this host's own loader."""
        folders = []
        for place in self._places_of_libraries():
            folders += [place] if any(place.glob("lib*.so*")) else []
            folders += [folder for pattern in PACKAGES for folder in sorted(place.glob(pattern))]
        folders += [folder for folder in map(pathlib.Path, DRIVER_FOLDERS) if folder.is_dir()]
        search = self._search_path([self.system_libraries, *dict.fromkeys(folders)])
        return {**self.environment(), "LD_LIBRARY_PATH": search}

    @staticmethod
    def _search_path(folders):
        return ":".join(filter(None, (*map(str, folders), os.environ.get("LD_LIBRARY_PATH"))))


class Finished:
    def __init__(self, code, output, seconds, timed_out):
        self.code, self.output, self.seconds, self.timed_out = code, output, seconds, timed_out

    def sentence(self):
        if self.timed_out:
            return f"did not end within {self.seconds:.0f} s"
        last = [line for line in self.output.splitlines() if line.strip()][-3:]
        return f"ended with {self.code}: {' / '.join(last)}"


def run(command, seconds, log, environment=None, folder=None):
    """Runs a command to its end or for so many seconds, with its output in `log`; ends what it started."""
    start = time.monotonic()
    log.parent.mkdir(parents=True, exist_ok=True)
    with open(log, "wb") as file:
        file.write((" ".join(map(str, command)) + "\n").encode())
        file.flush()
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=file, stderr=subprocess.STDOUT,
                                   env=environment, cwd=folder, start_new_session=True)
        timed_out = False
        try:
            process.wait(timeout=max(seconds, 1))
        except subprocess.TimeoutExpired:
            timed_out = True
        finally:
            end_group(process)
    output = log.read_text(errors="replace").partition("\n")[2]
    return Finished(process.returncode, output, time.monotonic() - start, timed_out)


def end_group(process):
    """Ends a process that leads a session of its own, with all that it started."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    process.wait()
