#!/bin/bash
# SPDX-FileCopyrightText: The Lockstep authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# deb_test.sh CPACK BUILD
# Makes the Debian package and looks into it: files, modes, dependencies; unpacked, its bundle is whole and its
# window opens.
set -euo pipefail
cpack=$1 build=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "deb_test: $*" >&2; exit 1; }

(cd "$build" && "$cpack" -G DEB -B "$work/package" >"$work/log" 2>&1) || fail "$(tail -20 "$work/log")"
deb=$(ls "$work"/package/lockstep_*.deb)
dpkg-deb --contents "$deb" >"$work/files"
for file in bin/lockstep bin/lockstep-engine lib/lockstep/bundle/MANIFEST.sha256 lib/lockstep/bundle/lockstep-engine \
    share/lockstep/templates/digits-local.lockstep.json share/applications/org.lockstep.Lockstep.desktop \
    share/mime/packages/org.lockstep.Lockstep.xml share/metainfo/org.lockstep.Lockstep.metainfo.xml \
    share/icons/hicolor/scalable/apps/org.lockstep.Lockstep.svg share/doc/lockstep/copyright \
    share/lockstep/manual/{en,zh_CN}/first-run.md share/lockstep/manual/{en,zh_CN}/pictures/first-run.png; do
    grep -q " ./usr/$file\$" "$work/files" || fail "/usr/$file is missing"
done
if [ -f "$build/bin/liblockstep_cuda.so" ]; then
    grep -q ' ./usr/lib/lockstep/bundle/liblockstep_cuda.so$' "$work/files" || fail "the plug-in for GPUs is missing"
fi
if grep -v ' root/root ' "$work/files"; then fail "these belong to somebody"; fi
if grep -v ' \./\(usr/.*\)\?$' "$work/files"; then fail "these lie outside of /usr"; fi
depends=$(dpkg-deb --field "$deb" Depends)
for package in libc6 libqt6widgets6 libqt6svg6 libqcustomplot2.1-qt6 libssh-4 libgloo0 libdnnl2 openssh-client; do
    grep -qw "$package" <<<"$depends" || fail "does not depend on $package: $depends"
done
grep -q 'noto-cjk' <<<"$(dpkg-deb --field "$deb" Recommends)" || fail "recommends no Chinese font"

dpkg-deb --extract "$deb" "$work/root"
[ -f "$work/root/usr/share/doc/lockstep/manual/en/first-run.md" ] || fail "the manual is not among the documentation"
(cd "$work/root/usr/lib/lockstep/bundle" && sha256sum --quiet --check MANIFEST.sha256) || fail "the bundle is damaged"
mkdir -p "$work/home"
mkdir -m 700 "$work/runtime"
env -u DISPLAY -u WAYLAND_DISPLAY HOME="$work/home" XDG_CONFIG_HOME="$work/home/config" \
    XDG_DATA_HOME="$work/home/data" XDG_RUNTIME_DIR="$work/runtime" QT_QPA_PLATFORM=offscreen \
    timeout 60 "$work/root/usr/bin/lockstep" --measure-start | grep -q '^first paint:' || fail "the window did not open"
echo "deb_test: $(basename "$deb") holds $(wc -l <"$work/files") entries"
