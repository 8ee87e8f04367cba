#!/bin/bash
# SPDX-FileCopyrightText: The Lockstep authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# drive_keys.sh LOCKSTEP FOLDER
# Draws a cluster under Xvfb without a mouse: two hosts, a link with its rate, a third host by the menu key; then keeps
# a host as a template and drags that out of the palette twice. Looks at the saved document. Leaves pictures in FOLDER.
set -euo pipefail
lockstep=$1 folder=$2
# shellcheck source=tests/app/window/display.sh
. "$(dirname "${BASH_SOURCE[0]}")/display.sh"
mkdir -p "$folder"

new_document keys
open_window keys.lockstep.json "$lockstep" --language en --theme-name light "$document"

press ctrl+shift+g
press ctrl+shift+c
saved "[h['name'] for h in t['hosts']] == ['gpu-1', 'cpu-1']" || fail "two keys, but not two hosts: $(look "t['hosts']")"
# A link from the second to the nearest; its panel opens on the rate.
press l
sleep 0.3
import -window root "$folder/drive-keys-link.png"
press Return
sleep 0.3
type_text '10 Mbps'
saved "len(t['links']) == 1 and t['links'][0]['bandwidth_mbps'] == 10" || fail "no link of 10 Mbps: $(look "t['links']")"

# Make the first a machine of the portal, and keep that as a template.
press ctrl+f
type_text 'gpu-1'
press Escape
press Return
for _ in 1 2 3 4 5 6 7 8; do press Tab; done # to the hardware
type_text 'RTX 3080, 4 cores, 8 GB, 200 GB'
press ctrl+shift+m
sleep 0.5
xdotool key ctrl+a
type_text 'vm'
xdotool key Return
sleep 0.5
import -window root "$folder/drive-keys-template.png"
holds_template() { grep -q 'RTX 3080' "$XDG_CONFIG_HOME"/lockstep/*/templates.json "$XDG_CONFIG_HOME"/lockstep/templates.json 2>/dev/null; }
wait_for 5 holds_template || fail "no template was kept"
# The rows of the palette: five fresh kinds, a heading, the template.
template=(90 422)
drag "${template[@]}" 400 640
drag "${template[@]}" 700 640
saved "[h['name'] for h in t['hosts']][2:] == ['vm-1', 'vm-2']" || fail "no two machines of the template: $(look "[h['name'] for h in t['hosts']]")"
saved "t['hosts'][0]['facts'] == 'RTX 3080, 4 cores, 8 GB, 200 GB' and all(h['facts'] == t['hosts'][0]['facts'] and h['devices'] == ['cuda:0'] and not h.get('address') for h in t['hosts'][2:])" || fail "not as the template says"
import -window root "$folder/drive-keys-end.png"
echo "drive_keys: two hosts and a link drawn by keys; two hosts made of a template"
