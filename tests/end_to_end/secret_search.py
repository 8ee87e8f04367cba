# SPDX-FileCopyrightText: The Lockstep authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Where a secret can be read by somebody who looks: in files, and in the arguments and environments of processes."""
import base64
import pathlib


def forms(secret):
    """The bytes as they are, in hexadecimal, in base64 wherever it begins, and as text of two bytes a letter."""
    found = {secret, secret.hex().encode(), secret.hex().upper().encode(), secret.decode("latin-1").encode("utf-16-le")}
    for shift in range(3):
        # The letters at the ends belong to what stands beside it too.
        found.add(base64.b64encode(bytes(shift) + secret)[4 if shift else 0:-4])
    return found


def places(secret, folder, besides=()):
    """Where it is found: files below `folder` but for `besides`, and every process that this user may look at. Returns
    those places, and how many were looked at."""
    wanted, found, looked = forms(secret), [], 0
    files = [path for path in pathlib.Path(folder).rglob("*") if path not in besides and not path.is_symlink()]
    files += [path for process in pathlib.Path("/proc").glob("[0-9]*")
              for path in (process / "cmdline", process / "environ")]
    for path in files:
        try:
            if path.is_socket() or path.is_fifo() or path.is_dir():
                continue
            content = path.read_bytes()
        except OSError:
            continue  # it has ended, or is somebody else's
        looked += 1
        if any(form in content for form in wanted):
            found.append(str(path))
    return found, looked
