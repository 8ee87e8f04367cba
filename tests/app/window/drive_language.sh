#!/bin/bash
# SPDX-FileCopyrightText: The Lockstep authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Chooses Chinese in the settings of the real program, works on, and quits: drive_language.sh LOCKSTEP FOLDER
set -euo pipefail
source "$(dirname "$0")/display.sh"
lockstep=$1

open_window Lockstep "$lockstep" --language en
press alt+f
sleep 0.5
xdotool key e
timeout 10 xdotool search --sync --onlyvisible --name '^Settings$' >/dev/null || fail "no settings"
sleep 0.5
xdotool key Down Down Return # the language is the first field
wait_for 10 grep -qs 'language=zh_CN' "$XDG_CONFIG_HOME/lockstep/lockstep.conf" || fail "the language is not kept"
sleep 1.5
kill -0 "$program" || fail "ended: $(cat "$work/output")"

# A host by key, which makes the document modified: the new menus answer.
is_modified() { xdotool getwindowname "$window" | grep -q '\*'; }
is_modified && fail "modified by the change of language"
press ctrl+shift+g
wait_for 5 is_modified || fail "no host was added: $(xdotool getwindowname "$window")"
import -window root "${2:-$work}/language.png"
press ctrl+z
sleep 0.7
is_modified && fail "the host was not taken back"
press ctrl+q
for _ in $(seq 50); do kill -0 "$program" 2>/dev/null || break; sleep 0.2; done
kill -0 "$program" 2>/dev/null && fail "does not quit"
wait "$program" || fail "ended with $?: $(cat "$work/output")"
echo "drive_language: Chinese was chosen, a host added and taken back, and the program quit"
