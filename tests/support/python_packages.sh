#!/usr/bin/env bash
# SPDX-FileCopyrightText: The Lockstep authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# tests/support/python_packages.sh FOLDER: the packages of tests/python_packages.txt in a virtual environment there,
# installed again only when the list is another one.
set -euo pipefail
folder=${1:?into which folder?}
list="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)/python_packages.txt"
installed="$folder/installed.txt"

cmp -s "$list" "$installed" && exit 0
rm -rf "$folder"
/usr/bin/python3 -m venv "$folder"
"$folder/bin/python" -m pip install --quiet --disable-pip-version-check --requirement "$list"
cp "$list" "$installed"
