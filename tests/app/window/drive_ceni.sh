#!/bin/bash
# SPDX-FileCopyrightText: The Lockstep authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# drive_ceni.sh LOCKSTEP FOLDER
# Draws the cluster of the CENI testbed's tutorial from nothing, with a real mouse and keyboard under Xvfb: three
# machines "RTX 3080, 4 cores, 8 GB, 200 GB" and two links of 10 Mbps, in fewer than 25 gestures, and saves. A
# gesture is a drag, a click, one text typed, or one press of keys. The saved file is what was drawn; opened again
# and saved again it is the same; undone to empty and redone it is the same. Leaves pictures in FOLDER.
set -euo pipefail
lockstep=$1 folder=$2
# shellcheck source=tests/app/window/display.sh
. "$(dirname "${BASH_SOURCE[0]}")/display.sh"
mkdir -p "$folder"

new_document CENI
without_snapping
open_window CENI.lockstep.json "$lockstep" --language en --theme-name dark "$document"

gestures=0
gesture() { # COMMAND...: one gesture of the person who draws
    gestures=$((gestures + 1))
    "$@"
    sleep 0.3
}
shot() { import -window root "$folder/drive-ceni-$1.png"; }
# The middle of a card, and its handle at the right, from the window's corner, when the whole drawing is fitted
# into the canvas: its middle is that of the canvas then.
on_screen() { # HOST
    python3 - "$document" "$1" <<'PYTHON'
import json, sys
CANVAS_X, CANVAS_Y, CANVAS_WIDTH, CARD_WIDTH, CARD_HEIGHT, MARGIN, HANDLE = 551, 408, 744, 216, 92, 48, 115
hosts = json.load(open(sys.argv[1]))['topology']['hosts']
xs = [h['position']['x'] for h in hosts]
ys = [h['position']['y'] for h in hosts]
width = max(xs) - min(xs) + CARD_WIDTH
scale = min(1, CANVAS_WIDTH / (width + 2 * MARGIN))
at = hosts[int(sys.argv[2])]['position']
x = CANVAS_X + scale * (at['x'] - (min(xs) + max(xs)) / 2)
y = CANVAS_Y + scale * (at['y'] - (min(ys) + max(ys)) / 2)
print(round(x), round(y), round(x + scale * HANDLE))
PYTHON
}

gesture drag 90 244 330 300 # 1: a GPU host
gesture press Return # 2: its name is to be typed
gesture type_text 'vm-1'
gesture press Tab Tab # 4: past the connection
gesture type_text '10.0.0.7'
# Through the port, user, interface, CPU ranks and GPUs to the hardware.
gesture press Tab Tab Tab Tab Tab Tab # 6
shot vm
gesture type_text 'RTX 3080, 4 cores, 8 GB, 200 GB'
gesture press ctrl+d # 8: a second machine
gesture press ctrl+d # 9: a third one, of the second
gesture press ctrl+s
look "[(h['name'], h['address'], h['facts']) for h in t['hosts']]"
shot machines
[ "$(look "[h['name'] for h in t['hosts']] == ['vm-1','vm-2','vm-3']")" = True ] || fail "not three machines"
[ "$(look "[h['address'] for h in t['hosts']] == ['10.0.0.7','10.0.0.8','10.0.0.9']")" = True ] || fail "wrong addresses"
[ "$(look "all(h['facts'] == 'RTX 3080, 4 cores, 8 GB, 200 GB' for h in t['hosts'])")" = True ] || fail "wrong facts"

pull() { # FROM TO: the handle at the right of one card, pulled to the other
    local from to
    read -ra from < <(on_screen "$1")
    read -ra to < <(on_screen "$2")
    xdotool mousemove --window "$window" "${from[0]}" "${from[1]}" sleep 0.2
    drag "${from[2]}" "${from[1]}" "${to[0]}" "${to[1]}"
}
gesture press ctrl+0 # 11: all of it
gesture pull 0 1 # 12: a link, whose panel opens on its bandwidth
gesture type_text '10 Mbps'
gesture pull 1 2
gesture type_text '10 Mbps'
gesture press ctrl+s # 16
shot drawn
[ "$(look "[(l['from'], l['to'], l['bandwidth_mbps']) for l in t['links']] == [(t['hosts'][0]['id'], t['hosts'][1]['id'], 10), (t['hosts'][1]['id'], t['hosts'][2]['id'], 10)]")" = True ] ||
    fail "not two links of 10 Mbps: $(look "t['links']")"
[ "$gestures" -lt 25 ] || fail "$gestures gestures"

# Undone to empty, and redone to equal.
cp "$document" "$work/drawn.json"
for _ in $(seq 12); do press ctrl+z; done
sleep 0.3
press ctrl+s
sleep 0.5
[ "$(look "t['hosts'] == [] and t['links'] == []")" = True ] || fail "not undone to empty: $(look "t['hosts']")"
for _ in $(seq 12); do press ctrl+y; done
sleep 0.3
press ctrl+s
sleep 0.5
cmp "$work/drawn.json" "$document" || fail "redone to something else"
# Opened by another window and saved under the same name, it is the same, byte for byte.
press ctrl+q
for _ in $(seq 50); do kill -0 "$program" 2>/dev/null || break; sleep 0.1; done
sleep 0.5
open_window CENI.lockstep.json "$lockstep" --language zh_CN --theme-name light "$document"
shot reopened
press ctrl+s
sleep 0.5
cmp "$work/drawn.json" "$document" || fail "reopened as something else"
echo "drive_ceni: three machines and two links drawn and saved in $gestures gestures; reopened, undone and redone equal"
