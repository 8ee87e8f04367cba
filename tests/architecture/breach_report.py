# SPDX-FileCopyrightText: The Lockstep authors
# SPDX-License-Identifier: Apache-2.0
"""What a check of the tree says in the end."""
import sys


def report(breaches):
    """Prints the breaches of the folder named on the command line, and ends with 1 when there are any."""
    found = list(breaches(sys.argv[1]))
    for line in found:
        print(line)
    print(f"{len(found)} breaches")
    sys.exit(1 if found else 0)
