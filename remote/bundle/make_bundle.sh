#!/bin/sh
# SPDX-FileCopyrightText: The Lockstep authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Makes a folder that holds the engine and every library it needs, the C library and the loader included, so
# that it runs on a host where nothing is installed: make_bundle.sh ENGINE FOLDER [PLUGIN...]
set -eu
engine=$1
folder=$2
shift 2
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

# The rest of the C library: drivers and libraries of a host, which plug-ins load, name these, and a host's own would not
# fit the C library here.
if [ $# != 0 ]; then
    system=$(dirname "$(echo "$libraries" | sed -n 's/.*=> \(\/[^ ]*\/libc\.so\.6\) (.*/\1/p')")
    for part in libdl.so.2 libpthread.so.0 librt.so.1 libm.so.6; do
        cp -L "$system/$part" "$new/lib/"
        chmod 644 "$new/lib/$part"
    done
fi
# What a plug-in needs besides is found on the host, and loaded before it.
for plugin; do
    cp "$plugin" "$new/"
    strip --strip-unneeded "$new/$(basename "$plugin")" 2>/dev/null || true
    chmod 644 "$new/$(basename "$plugin")"
    readelf -d "$plugin" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' | while read -r library; do
        case $library in
        libcu* | libnvrtc* | libnccl*) ;;
        *)
            [ -e "$new/lib/$library" ] || {
                echo "make_bundle.sh: $plugin needs $library, which the engine does not" >&2
                exit 1
            }
            ;;
        esac
    done
done

(cd "$new" && find . -type f ! -name MANIFEST.sha256 | sed 's/^\.\///' | LC_ALL=C sort | xargs sha256sum >MANIFEST.sha256)
rm -rf "$folder"
mv "$new" "$folder"
