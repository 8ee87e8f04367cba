#!/bin/bash
# SPDX-FileCopyrightText: The Lockstep authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# drive_canvas.sh LOCKSTEP FOLDER
# Draws two hosts and a link with a real mouse and keyboard under Xvfb, saves, and looks at the saved document.
# Leaves pictures of the steps in FOLDER.
set -euo pipefail
lockstep=$1 folder=$2
work=$(mktemp -d)
pids=()
finish() {
    for pid in "${pids[@]}"; do kill "$pid" 2>/dev/null || true; done
    wait 2>/dev/null || true
    rm -rf "$work"
}
trap finish EXIT
fail() { echo "drive_canvas: $*" >&2; exit 1; }

for tool in Xvfb openbox xdotool import; do
    command -v "$tool" >/dev/null || fail "needs $tool"
done
mkdir -p "$work/home" "$work/runtime" "$folder"
chmod 700 "$work/runtime"
export HOME=$work/home XDG_CONFIG_HOME=$work/home/config XDG_DATA_HOME=$work/home/data XDG_RUNTIME_DIR=$work/runtime
export QT_QPA_PLATFORM=xcb LC_ALL=C.UTF-8
unset WAYLAND_DISPLAY

# The server chooses a free display and writes its number.
Xvfb -displayfd 3 -screen 0 1280x800x24 -nolisten tcp 3>"$work/display" >/dev/null 2>&1 &
pids+=($!)
for _ in $(seq 100); do [ -s "$work/display" ] && break; sleep 0.1; done
[ -s "$work/display" ] || fail "Xvfb did not start"
export DISPLAY=:$(cat "$work/display")
openbox >/dev/null 2>&1 &
pids+=($!)

document=$work/drawn.lockstep.json
cat >"$document" <<'JSON'
{"version": 1, "name": "drawn", "topology": {"hosts": [], "switches": [], "links": []}}
JSON
"$lockstep" --language en --theme-name dark "$document" >"$work/output" 2>&1 &
pids+=($!)
window=$(timeout 20 xdotool search --sync --onlyvisible --name 'drawn.lockstep.json' | head -1)
[ -n "$window" ] || fail "no window: $(cat "$work/output")"
xdotool windowactivate --sync "$window" windowsize --sync "$window" 1240 760 windowmove "$window" 20 20
sleep 0.7

drag() { # x0 y0 x1 y1, from the window's corner
    xdotool mousemove --window "$window" "$1" "$2" sleep 0.1 mousedown 1 sleep 0.1
    for step in 1 2 3 4 5 6 7 8; do
        xdotool mousemove --window "$window" $(($1 + ($3 - $1) * step / 8)) $(($2 + ($4 - $2) * step / 8)) sleep 0.03
    done
    xdotool sleep 0.1 mouseup 1 sleep 0.4
}
saved() { # key by key with Python, for the document is JSON
    xdotool key --window "$window" ctrl+s
    sleep 0.5
    python3 -c "import json,sys; d=json.load(open('$document')); t=d['topology']; sys.exit(not ($1))"
}

drag 90 198 420 240 # a CPU host
drag 90 244 760 520 # a GPU host
import -window root "$folder/drive-two-hosts.png"
saved "len(t['hosts'])==2 and not t['links']" || fail "two hosts were dragged, but not drawn"
# The handle below the upper card, pulled to the lower card.
xdotool mousemove --window "$window" 420 240 sleep 0.2
drag 420 287 760 520
xdotool type --delay 30 '10 Mbps'
sleep 0.3
import -window root "$folder/drive-link.png"
saved "len(t['links'])==1 and t['links'][0]['bandwidth_mbps']==10" || fail "no link of 10 Mbps"
# Move the lower card, and take that back.
before=$(python3 -c "import json; print(json.load(open('$document'))['topology']['hosts'][1]['position'])")
drag 760 540 860 440
saved "str(t['hosts'][1]['position'])!=\"$before\"" || fail "the card did not move"
xdotool key --window "$window" ctrl+z
saved "str(t['hosts'][1]['position'])==\"$before\"" || fail "the move was not undone"
# A rubber band around everything, Delete, undo.
drag 240 110 930 700
xdotool key --window "$window" Delete
saved "not t['hosts'] and not t['links']" || fail "the rubber band and Delete left something"
xdotool key --window "$window" ctrl+z
saved "len(t['hosts'])==2 and len(t['links'])==1" || fail "the deletion was not undone"
import -window root "$folder/drive-end.png"
echo "drive_canvas: two hosts and a link drawn, moved, deleted and undone"
