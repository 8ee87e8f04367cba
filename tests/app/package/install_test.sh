#!/bin/bash
# SPDX-FileCopyrightText: The Lockstep authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# install_test.sh CMAKE BUILD
# Installs the program into a folder of its own, moves that folder, and uses what is there: the window opens, the
# engine answers, the bundle is whole, a template trains.
set -euo pipefail
cmake=$1 build=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "install_test: $*" >&2; exit 1; }

"$cmake" --install "$build" --prefix "$work/built" >"$work/log" || fail "$(cat "$work/log")"
mv "$work/built" "$work/moved"
prefix=$work/moved
mkdir -p "$work/home" "$work/empty"
mkdir -m 700 "$work/runtime"
export HOME=$work/home XDG_CONFIG_HOME=$work/home/config XDG_DATA_HOME=$work/home/data XDG_RUNTIME_DIR=$work/runtime
export QT_QPA_PLATFORM=offscreen LC_ALL=C.UTF-8
unset DISPLAY WAYLAND_DISPLAY
cd "$work/empty"

timeout 60 "$prefix/bin/lockstep" --measure-start | grep -q '^first paint:' || fail "the window did not open"
# The engine beside it is asked about the model: a template with slow links gets its seconds.
said=$("$prefix/bin/lockstep" check "$prefix/share/lockstep/templates/ceni-resnet18.lockstep.json" --offline 2>&1 || true)
grep -q 'about 39–42 s' <<<"$said" || fail "no answer from the installed engine: $said"
(cd "$prefix/lib/lockstep/bundle" && sha256sum --quiet --check MANIFEST.sha256) || fail "the bundle is damaged"
[ -x "$prefix/lib/lockstep/bundle/lockstep-engine" ] || fail "the bundle's engine is not executable"
timeout 200 "$prefix/bin/lockstep" demo --set training.epochs=1 >"$work/log" 2>&1 ||
    fail "the demonstration did not train: $(tail -5 "$work/log")"

# What a desktop reads.
share=$prefix/share
python3 - "$share" <<'PYTHON'
import configparser, sys, xml.etree.ElementTree as xml
share, name = sys.argv[1], "org.lockstep.Lockstep"
entry = configparser.ConfigParser(interpolation=None, strict=True)
entry.optionxform = str
entry.read(f"{share}/applications/{name}.desktop", encoding="utf-8")
entry = entry["Desktop Entry"]
mime = xml.parse(f"{share}/mime/packages/{name}.xml").getroot()[0]
info = xml.parse(f"{share}/metainfo/{name}.metainfo.xml").getroot()
xml.parse(f"{share}/icons/hicolor/scalable/apps/{name}.svg")
assert entry["Type"] == "Application" and entry["Icon"] == name and entry["Exec"] == "lockstep %f"
assert entry["MimeType"] == mime.get("type") + ";" == info.find("provides/mediatype").text + ";"
assert entry["Comment[zh_CN]"] and entry["GenericName[zh_CN]"]
assert [glob.get("pattern") for glob in mime if glob.tag.endswith("glob")] == ["*.lockstep.json"]
assert info.find("launchable").text == f"{name}.desktop" and info.find("id").text == name
assert info.find("releases/release").get("version")
PYTHON
echo "install_test: installed, moved and used"
