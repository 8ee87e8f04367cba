#!/bin/sh
# SPDX-FileCopyrightText: The Lockstep authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Makes a folder that holds the engine and every library it needs, the C library and the loader included, so
# that it runs on a host where nothing is installed: make_bundle.sh ENGINE FOLDER
set -eu
engine=$1
folder=$2
new=$folder.new

rm -rf "$new"
mkdir -p "$new/lib"
cp "$engine" "$new/lockstep-engine"
strip "$new/lockstep-engine" 2>/dev/null || true
chmod 755 "$new/lockstep-engine"

# ldd prints "name => /path (address)" and, for the loader, "/path (address)".
libraries=$(ldd "$engine")
case $libraries in
*"not found"*)
    echo "make_bundle.sh: the engine needs a library that is not installed:" >&2
    echo "$libraries" | grep "not found" >&2
    exit 1
    ;;
esac
echo "$libraries" | sed -n 's/.*=> \(\/[^ ]*\) (.*/\1/p; s/^[[:space:]]*\(\/[^ ]*\) (.*/\1/p' | while read -r library; do
    cp -L "$library" "$new/lib/"
    chmod 644 "$new/lib/$(basename "$library")"
done
chmod 755 "$new"/lib/ld-linux*

(cd "$new" && find . -type f ! -name MANIFEST.sha256 | sed 's/^\.\///' | LC_ALL=C sort | xargs sha256sum >MANIFEST.sha256)
rm -rf "$folder"
mv "$new" "$folder"
