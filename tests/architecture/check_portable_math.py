#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Lockstep authors
# SPDX-License-Identifier: Apache-2.0
"""What must have equal bits on every host calls no function whose bits the C library chooses.

    check_portable_math.py NM ARCHIVE...

IEEE 754 fixes sums, products, quotients, square roots and roundings. It does not fix exp, log, pow, sine and
the like: the C library computes them by whatever the processor offers, and differently from version to
version. What is read, shuffled, cropped, initialised and updated must not depend on them;
engine/core/portable_math.h has what is needed.
"""
import re
import subprocess
import sys
from pathlib import Path

UNFIXED = (
    "exp exp2 exp10 expm1 log log2 log10 log1p pow cbrt hypot sin cos sincos tan asin acos atan atan2 "
    "sinh cosh tanh asinh acosh atanh erf erfc tgamma lgamma"
).split()
CALL = re.compile(r"^(?P<object>.*):\s+U (?P<name>(?:" + "|".join(UNFIXED) + r")[fl]?)(?:@.*)?$")


def calls(nm, archive):
    """Sentences about the functions that an archive or object file wants from the C library."""
    listing = subprocess.run(
        [nm, "--print-file-name", "--undefined-only", str(archive)], capture_output=True, text=True, check=True
    ).stdout
    found = [match for match in map(CALL.match, listing.splitlines()) if match]
    return [
        f"{match['object']} calls {match['name']}, whose bits differ between hosts; see engine/core/portable_math.h."
        for match in found
    ]


def main(arguments):
    if len(arguments) < 2:
        print(__doc__, file=sys.stderr)
        return 2
    missing = [path for path in arguments[1:] if not Path(path).is_file()]
    found = [sentence for path in arguments[1:] if path not in missing for sentence in calls(arguments[0], path)]
    for sentence in [f"{path} is not there; build it first." for path in missing] + found:
        print(sentence)
    return 1 if missing or found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
