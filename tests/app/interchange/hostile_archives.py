# SPDX-FileCopyrightText: The Lockstep authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""hostile_archives.py GOOD FOLDER: writes archives of a run into FOLDER that must be refused, each made from a good one by
another program, and named for what is wrong with it."""
import hashlib
import json
import pathlib
import stat
import sys
import zipfile

LIST = "lockstep-run.json"
good = zipfile.ZipFile(sys.argv[1])
folder = pathlib.Path(sys.argv[2])
files = {name: good.read(name) for name in good.namelist() if name != LIST}


def listed(entries):
    return {"lockstep_run": 1, "files": [
        {"name": name, "bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()} for name, data in entries.items()]}


def write(what, entries, listing=None, first=LIST, info=None):
    with zipfile.ZipFile(folder / what, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(first, json.dumps(listed(entries) if listing is None else listing))
        for name, data in entries.items():
            archive.writestr(info(name) if info else name, data)


def changed(**members):
    """The list of the good files, the first of which is told with other members."""
    listing = listed(files)
    listing["files"][0].update(members)
    return listing


def link(name):
    entry = zipfile.ZipInfo(name)
    entry.create_system = 3
    entry.external_attr = (stat.S_IFLNK | 0o777) << 16
    return entry


def folder_entry(name):
    entry = zipfile.ZipInfo(name)
    entry.create_system = 3
    entry.external_attr = (stat.S_IFDIR | 0o755) << 16
    return entry


for name in ["../evil", "/tmp/evil", "attempt-1/../../evil", "attempt-1/rank-0.sh", "a\\b", "attempt-1", ".ssh/config",
             "checkpoints/step-00000001/model.pkl", "checkpoints/step-00000001/../../../evil", "rank-0.jsonl\0"]:
    write("name-" + name.replace("/", "_").replace("\0", "_"), files | {name: b"evil"})
first = next(iter(files))
write("shorter-than-listed", files, changed(bytes=len(files[first]) + 1))
write("longer-than-listed", files, changed(bytes=len(files[first]) - 1))
write("other-checksum", files, changed(sha256="0" * 64))
write("no-checksum", files, changed(sha256="zz"))
write("negative-size", files, changed(bytes=-1))
write("fraction-of-a-byte", files, changed(bytes=0.5))
write("endless-size", files, changed(bytes=1e300))
write("larger-than-any-disk", files, changed(bytes=2 ** 52))
write("listed-twice", files, {"lockstep_run": 1, "files": listed(files)["files"] + listed(files)["files"][:1]})
write("newer", files, {"lockstep_run": 2, "files": []})
write("no-list", files, first="experiment.txt")
write("list-is-no-object", files, [])
write("more-than-listed", files, listed(dict(list(files.items())[:-1])))
write("less-than-listed", dict(list(files.items())[:-1]), listed(files))
write("links", files, info=link)
write("folders", files, info=folder_entry)
write("no-experiment", {name: data for name, data in files.items() if name != "experiment.lockstep.json"})
write("broken-run", files | {"run.json": b"{}"})
write("id-that-climbs", files | {"run.json": files["run.json"].replace(b'"id": "', b'"id": "../')})
# A gigabyte of zeros packed into a megabyte, said to be 4 bytes; and a list without an end.
zeros = dict(files)
zeros["attempt-1/rank-9.log"] = b"\0" * (1 << 28)
listing = listed(zeros)
listing["files"][-1]["bytes"] = 4
write("bomb", zeros, listing)
write("bomb-list", files, {"lockstep_run": 1, "files": [], "more": "\0" * (6 << 20)})
with open(folder / "text", "w", encoding="utf-8") as text:
    text.write("no archive at all")
