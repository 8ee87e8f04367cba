#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Lockstep authors
# SPDX-License-Identifier: Apache-2.0
"""Holds the source tree to the rules of the house; prints every breach and exits 1 when there is one.

Usage: check_house.py ROOT
"""
import pathlib
import re

from breach_report import report

# Who may include whom: a file in the folder on the left may include files of the folders on the right.
ENGINE = ["protocol", "core", "graph", "compute", "optim", "checkpoint", "data", "distributed", "train", "host", "cli"]
MAY_INCLUDE = {
    "engine/protocol": [],
    "engine/core": ["engine/protocol"],
    "engine/graph": ["engine/protocol", "engine/core"],
    "engine/compute": ["engine/protocol", "engine/core", "engine/graph"],
    "engine/optim": ["engine/protocol", "engine/core"],
    "engine/checkpoint": ["engine/protocol", "engine/core"],
    "engine/data": ["engine/protocol", "engine/core"],
    "engine/distributed": ["engine/protocol", "engine/core"],
    "engine/train": ["engine/" + f for f in ENGINE[:8]],
    "engine/host": ["engine/" + f for f in ENGINE[:9]],
    "engine/cli": ["engine/" + f for f in ENGINE[:10]],
}
# The rooms of the plug-in for GPUs: each stands on the folder that it lies in, on what that stands on, and on those of
# them before it. Nobody else may include them: the engine meets the plug-in at run time.
CUDA_HOMES = ["engine/compute/cuda", "engine/optim/cuda", "engine/distributed/nccl", "engine/train/cuda"]
for number, room in enumerate(CUDA_HOMES):
    around = room.rpartition("/")[0]
    MAY_INCLUDE[room] = [around, *MAY_INCLUDE[around], *CUDA_HOMES[:number]]
# The floors of the way to the hosts, from the ground up. All of them stand on the loose files of remote/.
PROTOCOL, REMOTE = "engine/protocol", "remote"
HOSTS = {
    "attach": [],
    "bundle": [],
    "ssh": ["attach", "bundle"],
    "mirrors": ["attach"],
    "launchers": ["bundle"],
    "rehearsal": ["attach", "mirrors"],
    "rehearsal/stage": ["rehearsal"],
    "hosts": ["attach", "bundle", "ssh", "mirrors", "rehearsal"],
    "inventory": ["attach", "mirrors", "hosts"],
    "run": ["mirrors", "rehearsal", "hosts"],
    "preflight": ["rehearsal", "hosts", "run"],
    "delivery": ["bundle", "hosts", "run"],
}
MAY_INCLUDE[REMOTE] = [PROTOCOL]
MAY_INCLUDE |= {f"{REMOTE}/{folder}": [PROTOCOL, REMOTE] + [f"{REMOTE}/{name}" for name in names]
                for folder, names in HOSTS.items()}
# What the window sees of it.
REMOTE_FACES = [REMOTE, "remote/delivery", "remote/mirrors", "remote/hosts", "remote/inventory", "remote/launchers",
                "remote/preflight", "remote/rehearsal", "remote/run"]

# The floors of the window, from the ground up, and what of the floors below each stands on.
APP = {
    "text": [PROTOCOL],
    "process": [],
    "desktop": [],
    "theme": [PROTOCOL, "desktop"],
    "document": [PROTOCOL],
    "settings": [PROTOCOL, REMOTE, "text", "theme", "document"],
    "metrics": [PROTOCOL, "text"],
    "summary": [PROTOCOL, REMOTE, "text", "metrics"],
    "inventory": [PROTOCOL, REMOTE, "text", "theme", "document"],
    "plots": [PROTOCOL, "text", "theme", "metrics"],
    "timeline": [PROTOCOL, REMOTE, "text", "theme", "metrics"],
    "forecast": [PROTOCOL, "text", "document"],
    "problems": [PROTOCOL, "text", "document", "forecast"],
    "preview": [PROTOCOL, REMOTE, "text", "process", "theme", "document"],
    "start": ["text", "theme", "document"],
    "topology": [PROTOCOL, "text", "theme", "document"],
    "inspector": [PROTOCOL, "text", "theme", "document", "forecast", "problems", "preview"],
    "comparison": [PROTOCOL, "text", "theme", "document", "inspector"],
    "logs": [PROTOCOL, REMOTE, "text", "theme", "metrics"],
    "checkpoints": [PROTOCOL, REMOTE, "text", "process", "theme", "settings", "summary"],
    "insight": [PROTOCOL, "text", "process", "theme", "preview"],
    "interchange": [PROTOCOL, REMOTE, "text", "theme", "document", "metrics", "summary", "plots", "topology",
                    "comparison"],
    "blame": [PROTOCOL, "text", "document"],
    "network": [PROTOCOL, "text", "theme", "document", "metrics", "summary", "topology", "blame"],
    "rehearsal": [PROTOCOL, REMOTE, "text", "theme", "document"],
    "runs": [PROTOCOL, REMOTE, "text", "theme", "settings", "metrics", "summary", "plots", "timeline", "network", "logs",
             "checkpoints", "insight", "interchange", "rehearsal"],
    "catalogue": [PROTOCOL, REMOTE, "text", "theme", "document", "settings", "metrics", "summary", "plots", "comparison",
                  "interchange", "runs"],
    "help": ["text", "theme", "settings"],
    "headless": [PROTOCOL, REMOTE, "text", "theme", "document", "settings", "metrics", "summary", "plots", "timeline",
                 "interchange", "forecast", "problems", "logs", "checkpoints", "inventory", "rehearsal", "runs", "catalogue",
                 "blame"],
    "window": [PROTOCOL, REMOTE, "text", "desktop", "theme", "document", "settings", "forecast", "problems", "preview",
               "start", "topology", "inspector", "comparison", "metrics", "summary", "inventory", "interchange", "rehearsal",
               "runs", "catalogue", "help"],
}
MAIN = "app/main.cpp"  # the one file of app/ that lies in no folder of it


def app_folders(names):
    folders = [name if name == PROTOCOL else "app/" + name for name in names if name != REMOTE]
    return folders + (REMOTE_FACES if REMOTE in names else [])


MAY_INCLUDE |= {"app/" + folder: app_folders(names) for folder, names in APP.items()}
MAY_INCLUDE[MAIN] = [PROTOCOL] + REMOTE_FACES + app_folders(APP)
WITHOUT_WIDGETS = ["app/text", "app/document", "app/metrics", "app/summary", "app/forecast", "app/problems", "app/blame"]

# Third-party headers and the only folders that may name them.
QT_WIDGETS = r"Q(Widget|MainWindow|Dialog|Painter|Graphics|Application\b|Label|Push|Layout|Color|Palette|Icon|Pixmap|Image)"
RESERVED = [
    (r"dnnl|oneapi/", ["engine/compute/cpu"]),
    (r"gloo/", ["engine/distributed"]),
    (r"(cuda|cudnn|cublas|nccl)", CUDA_HOMES),
    (r"libssh/", ["remote/ssh"]),
    (r"qcustomplot", ["app/plots"]),
    (r"QSql", ["app/catalogue/index"]),
    (QT_WIDGETS, [folder for folder in MAY_INCLUDE if folder.startswith("app/") and folder not in WITHOUT_WIDGETS]),
    (r"Qt?[A-Z]", ["app", "remote"]),
]
ROOT_ENTRIES = {"CMakeLists.txt", "CMakePresets.json", "README.md", "LICENSE", "app", "engine", "remote",
                "resources", "translations", "tests", "build"}
CUDA_SOURCES = {".cu", ".cuh"}
SOURCES = {".h", ".cpp", ".inl"} | CUDA_SOURCES
MAX_LINES = 400
UNFINISHED = re.compile(r"\b(TODO|FIXME|XXX|HACK)\b")
# A type that other files can see: at the left margin, outside namespaces without a name.
TYPE = re.compile(r"(?:enum class|enum|struct|class)\s+(?:LOCKSTEP_\w+\(.*\)\)\s+)?(\w+)(?:\s+final)?\s*(?::(?!:)[^;]*)?\{?$")
NAMESPACE = re.compile(r"namespace ([\w:]+) \{")
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')


def folder_of(path):
    parts = path.split("/")
    if "/".join(parts[:3]) in CUDA_HOMES:
        return "/".join(parts[:3])
    if parts[0] == REMOTE and len(parts) == 2:
        return REMOTE
    return "/".join(parts[:2]) if parts[0] in ("engine", "app", REMOTE) else parts[0]


def check_includes(path, lines):
    for number, line in enumerate(lines, 1):
        match = INCLUDE.match(line)
        if not match:
            continue
        quote, header = match.groups()
        where = f"{path}:{number}"
        if quote == '"' and "/" in header and not path.startswith("tests/"):
            mine, theirs = folder_of(path), folder_of(header)
            if theirs != mine and theirs not in MAY_INCLUDE.get(mine, []):
                yield f"{where}: {mine} must not include {header}"
        for pattern, homes in RESERVED:
            if re.match(pattern, header):
                if not path.startswith("tests/") and not any(path.startswith(home) for home in homes):
                    yield f"{where}: <{header}> belongs only under {', '.join(homes)}"
                break


def check_floor(path, root):
    """Files of remote/ lie on a floor. One library per folder of the window: a file of app/ lies in a folder, whose
    CMakeLists.txt names it."""
    if path.startswith("remote/") and folder_of(path) not in MAY_INCLUDE:
        yield f"{path}: {folder_of(path)} is no floor of remote/"
    if not path.startswith("app/") or path == MAIN:
        return
    folder = folder_of(path)
    if folder not in MAY_INCLUDE:
        yield f"{path}: {folder} is no floor of the window"
        return
    listing = root / folder / "CMakeLists.txt"
    sources = listing.read_text(encoding="utf-8").split() if listing.is_file() else []
    if path.endswith(".cpp") and path[len(folder) + 1:] not in [name.rstrip(")") for name in sources]:
        yield f"{path}: {folder}/CMakeLists.txt does not name it"


def check_cuda_source(path):
    """What only a compiler for devices can read lies in the rooms of the plug-in."""
    if pathlib.PurePosixPath(path).suffix in CUDA_SOURCES and not path.startswith(("tests/", *CUDA_HOMES)):
        yield f"{path}: belongs only under {', '.join(CUDA_HOMES)}"


def check_json_headers(path, lines):
    if path.endswith(".h") and any("nlohmann" in line and "#include" in line for line in lines):
        if not path.startswith("tests/") and not path.endswith("_private.h") and "json_reader" not in path:
            yield f"{path}: nlohmann::json stays in .cpp files"


def check_file(path, text):
    lines = text.splitlines()
    wanted = "GPL-3.0-or-later" if path.startswith(("app/", "remote/")) else "Apache-2.0"
    if not any("SPDX-License-Identifier:" in line for line in lines[:4]):
        yield f"{path}:1: no SPDX licence line"
    elif not path.startswith("tests/") and f"SPDX-License-Identifier: {wanted}" not in text:
        yield f"{path}:1: files of this folder are under {wanted}"
    if len(lines) > MAX_LINES:
        yield f"{path}: {len(lines)} lines; more than {MAX_LINES} need to be split"
    for number, line in enumerate(lines, 1):
        if UNFINISHED.search(line):
            yield f"{path}:{number}: unfinished work is left in the code"
        if re.match(r"\s*#\s*if(def)?\b.*CUDA", line):
            yield f"{path}:{number}: CMake chooses files for CUDA, the preprocessor does not"
    yield from check_includes(path, lines)
    yield from check_cuda_source(path)
    yield from check_json_headers(path, lines)


def types_of(text):
    """(line number, qualified name) of the types that a file defines for all."""
    private, around = False, ""
    for number, line in enumerate(text.splitlines(), 1):
        private = (private or line.startswith("namespace {")) and line != "} // namespace"
        namespace = NAMESPACE.match(line)
        around = namespace.group(1) + "::" if namespace else around
        match = None if private else TYPE.match(line)
        if match:
            yield number, around + match.group(1)


class Types:
    """One name, one type: two of them in one namespace are undefined behaviour, unseen by linkers."""

    def __init__(self):
        self.defined = {}

    def check(self, path, text):
        for number, name in types_of(text):
            if name in self.defined:
                yield f"{path}:{number}: {name} is also defined in {self.defined[name]}"
            self.defined[name] = path


def breaches(root):
    root = pathlib.Path(root)
    for entry in sorted(p.name for p in root.iterdir()):
        if not entry.startswith(".") and entry not in ROOT_ENTRIES:
            yield f"{entry}: not an entry of the root"
    types = Types()
    for top in ("app", "engine", "remote", "tests"):
        for path in sorted((root / top).rglob("*")):
            if path.suffix in SOURCES and path.is_file():
                name = path.relative_to(root).as_posix()
                text = path.read_text(encoding="utf-8")
                yield from check_file(name, text)
                if top != "tests":
                    yield from types.check(name, text)
                yield from check_floor(name, root)


if __name__ == "__main__":
    report(breaches)
