#!/bin/bash
# SPDX-FileCopyrightText: The Lockstep authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# drive_canvas.sh LOCKSTEP FOLDER
# Draws two hosts and a link with a real mouse and keyboard under Xvfb, saves, and looks at the saved document.
# Leaves pictures of the steps in FOLDER.
set -euo pipefail
lockstep=$1 folder=$2
# shellcheck source=tests/app/window/display.sh
. "$(dirname "${BASH_SOURCE[0]}")/display.sh"
mkdir -p "$folder"

new_document drawn
without_snapping
open_window drawn.lockstep.json "$lockstep" --language en --theme-name dark "$document"

drag 90 198 420 240 # a CPU host
drag 90 244 760 520 # a GPU host
import -window root "$folder/drive-two-hosts.png"
saved "len(t['hosts'])==2 and not t['links']" || fail "two hosts were dragged, but not drawn"
# The handle below the upper card, pulled to the lower card.
xdotool mousemove --window "$window" 420 240 sleep 0.2
drag 420 293 760 520
type_text '10 Mbps'
sleep 0.3
import -window root "$folder/drive-link.png"
saved "len(t['links'])==1 and t['links'][0]['bandwidth_mbps']==10" || fail "no link of 10 Mbps"
# Move the lower card, and take that back.
before=$(look "t['hosts'][1]['position']")
drag 760 540 860 440
saved "str(t['hosts'][1]['position'])!=\"$before\"" || fail "the card did not move"
press ctrl+z
saved "str(t['hosts'][1]['position'])==\"$before\"" || fail "the move was not undone"
# A rubber band around everything, Delete, undo.
drag 240 110 930 700
press Delete
saved "not t['hosts'] and not t['links']" || fail "the rubber band and Delete left something"
press ctrl+z
saved "len(t['hosts'])==2 and len(t['links'])==1" || fail "the deletion was not undone"
import -window root "$folder/drive-end.png"
echo "drive_canvas: two hosts and a link drawn, moved, deleted and undone"
