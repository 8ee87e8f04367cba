# SPDX-FileCopyrightText: The Lockstep authors
# SPDX-License-Identifier: Apache-2.0
"""Collects from a built tree what a host with a GPU needs, as one archive:

    run and its modules     the command itself, so that the archive unpacked is all there is to it
    bin/                    engine, plug-in (where one was built) and test programs, stripped, side by side
    lib/                    their libraries, the C library and the loader included, as the engine's bundle has them
    oracle/                 PyTorch's side of the comparisons, properties of known cards
    data/                   a part of MNIST, and the CIFAR-10 pictures that are there, in their own formats
    staged.json             what is in it
"""
import gzip
import json
import pathlib
import shutil
import struct
import subprocess
import tarfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
SHARED_DATA = ROOT.parent / "shared" / "data"

PYTHON = "/usr/bin/python3"  # with the system's packages
#: With the sources beside it (12 MiB), what is carried stays below 64 MiB.
LIMIT_BYTES = 52 << 20
PLUGIN = "liblockstep_cuda.so"
PROGRAMS = ("lockstep-engine", "model_check", "device_benchmark")
SUITES = ("compute_graph_program_test", "compute_pixel_inputs_test", "compute_clip_layers_test", "compute_models_test",
          "train_test")
#: Of a build with the plug-in.
PLUGIN_PROGRAMS = ("cudnn_plans", "step_floors")
ORACLE = ("engine/compute/torch_reference.py", "engine/compute/torch_models.py", "engine/compute/torch_clips.py",
          "engine/graph/torch_zoo.py", "engine/graph/torch_i3d.py")
#: What programs load by themselves (the driver's library above all) asks for these of the C library's parts.
LOADED_LATER = ("libdl.so.2", "libpthread.so.0", "librt.so.1")
#: What cuDNN takes for the properties of some cards.
KNOWN_CARDS = "engine/compute/cuda/libraries/device_properties"

MNIST_FILES = (("train", 20000), ("t10k", 4000))
CIFAR_PICTURES, CIFAR_TRAINING = 2500, 2000
CIFAR_RECORD = 1 + 3 * 32 * 32


class StagingError(Exception):
    """The tree lacks something; the text says what, and how to get it."""


def find_program(build, name):
    for folder in ("bin", "tests", "engine", "lib", "tests/gpu"):
        for path in ((build / folder / name), *(build / folder).glob("**/" + name)):
            if path.is_file():
                return path
    return None


def strip_into(program, folder):
    target = folder / program.name
    shutil.copyfile(program, target)
    subprocess.run(["strip", str(target)], check=False, capture_output=True)
    target.chmod(0o755)
    return target


def libraries_of(program):
    """Paths by name, the loader among them."""
    listing = subprocess.run(["ldd", str(program)], capture_output=True, text=True, check=False).stdout
    found = {}
    for line in listing.splitlines():
        words = line.split()
        if "not found" in line:
            if words[0].startswith(("libcu", "libnccl", "libnv")):
                continue  # found on the host
            raise StagingError(f"{program} needs {words[0]}, which is not installed.")
        path = words[2] if "=>" in words else words[0]
        if path.startswith("/") and not pathlib.Path(path).name.startswith(("libcu", "libnccl", "libnv")):
            found[pathlib.Path(path).name] = pathlib.Path(path)
    return found


def copy_libraries(programs, folder):
    libraries = {}
    for program in programs:
        libraries.update(libraries_of(program))
    beside = libraries["libc.so.6"].resolve().parent
    libraries.update({name: beside / name for name in LOADED_LATER if (beside / name).exists()})
    folder.mkdir()
    for name, path in libraries.items():
        shutil.copyfile(path, folder / name)
        (folder / name).chmod(0o755 if name.startswith("ld-linux") else 0o644)


def copy_programs(build, folder):
    folder.mkdir()
    wanted = [*PROGRAMS, *SUITES]
    missing = [name for name in wanted if find_program(build, name) is None]
    if missing:
        raise StagingError(f"{build} lacks {', '.join(missing)}: build the target gpu_programs first.")
    plugin = find_program(build, PLUGIN)
    if plugin is not None:
        wanted += [PLUGIN, *(name for name in PLUGIN_PROGRAMS if find_program(build, name) is not None)]
    return [strip_into(find_program(build, name), folder) for name in wanted]


def stage_mnist(folder):
    """The first images of both files; a smaller number in the header is all that changes."""
    source = SHARED_DATA / "mnist"
    if not source.is_dir():
        return False
    target = folder / "mnist"
    target.mkdir()
    for prefix, count in MNIST_FILES:
        for kind, header, record in (("images-idx3-ubyte", 16, 784), ("labels-idx1-ubyte", 8, 1)):
            content = gzip.decompress((source / f"{prefix}-{kind}.gz").read_bytes())
            kept = content[:4] + struct.pack(">I", count) + content[8:header] + content[header:header + count * record]
            (target / f"{prefix}-{kind}").write_bytes(kept)
    return True


def stage_cifar(folder):
    """Sheets of pictures become CIFAR-10's binary version, the last of them for validation."""
    sheets = SHARED_DATA / "cifar10-lossless"
    if not sheets.is_dir():
        return False
    target = folder / "cifar10"
    target.mkdir()
    subprocess.run([PYTHON, str(ROOT / "tests" / "support" / "cifar10_from_sheets.py"), str(sheets), str(target)],
                   check=True)
    records = (target / "test_batch.bin").read_bytes()
    (target / "data_batch_1.bin").write_bytes(records[:CIFAR_TRAINING * CIFAR_RECORD])
    (target / "test_batch.bin").write_bytes(records[CIFAR_TRAINING * CIFAR_RECORD:CIFAR_PICTURES * CIFAR_RECORD])
    return True


def copy_scripts(folder):
    for path in (*HERE.glob("*.py"), HERE / "run"):
        if not path.name.endswith("_test.py"):
            shutil.copy(path, folder / path.name)
    (folder / "oracle").mkdir()
    for name in ORACLE:
        shutil.copy(ROOT / "tests" / name, folder / "oracle" / pathlib.Path(name).name)
    for path in (ROOT / "tests" / KNOWN_CARDS).glob("*.json"):
        shutil.copy(path, folder / "oracle" / path.name)


def describe(folder, build):
    version = subprocess.run(["git", "-C", str(ROOT), "describe", "--always", "--dirty"], capture_output=True,
                             text=True, check=False).stdout.strip()
    return {"version": version, "build": str(build), "plugin": (folder / "bin" / PLUGIN).exists(),
            "programs": sorted(path.name for path in (folder / "bin").iterdir()),
            "data": sorted(path.name for path in (folder / "data").iterdir())}


def stage_folder(build, folder):
    """Fills a folder, which is made anew."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    programs = copy_programs(build, folder / "bin")
    copy_libraries(programs, folder / "lib")
    copy_scripts(folder)
    (folder / "data").mkdir()
    stage_mnist(folder / "data")
    stage_cifar(folder / "data")
    facts = describe(folder, build)
    (folder / "staged.json").write_text(json.dumps(facts, indent=1) + "\n")
    return facts


def pack(folder, archive):
    """Returns the archive's size; an archive that is too large to carry is a StagingError."""
    with tarfile.open(archive, "w:xz", preset=0) as tar:
        tar.add(folder, arcname="lockstep-gpu")
    size = archive.stat().st_size
    if size > LIMIT_BYTES:
        raise StagingError(f"{archive} has {size >> 20} MiB; {LIMIT_BYTES >> 20} MiB can be carried.")
    return size


def unpack(archive, folder):
    with tarfile.open(archive) as tar:
        tar.extractall(folder)
    return folder / "lockstep-gpu"
