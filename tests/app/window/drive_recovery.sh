#!/bin/bash
# SPDX-FileCopyrightText: The Lockstep authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# drive_recovery.sh LOCKSTEP FOLDER
# Changes a document, kills the program, and finds the change again at the next start. Leaves a picture of the
# question in FOLDER.
set -euo pipefail
lockstep=$1 folder=$2
# shellcheck source=tests/app/window/display.sh
. "$(dirname "${BASH_SOURCE[0]}")/display.sh"
mkdir -p "$folder"

document=$work/mine.lockstep.json
recovery=$XDG_DATA_HOME/lockstep/recovery
echo '{"version": 1, "name": "mine", "topology": {"hosts": []}}' >"$document"
hosts() { python3 -c "import json; print(len(json.load(open('$document'))['topology']['hosts']))"; }
kept() { ls "$recovery"/*.recovery.json 2>/dev/null | wc -l; }
is_kept() { [ "$(kept)" = 1 ]; }
is_gone() { [ "$(kept)" = 0 ]; }
has_gone() { ! xdotool search --onlyvisible --name mine.lockstep.json >/dev/null 2>&1; }

open_window mine.lockstep.json "$lockstep" --language en --theme-name dark "$document"
press ctrl+shift+c # a CPU host
wait_for 20 is_kept || fail "nothing was kept"
[ "$(hosts)" = 0 ] || fail "the document was saved without being asked"
kill -KILL "$program"
wait_for 20 has_gone || fail "the killed program's window is still there"

"$lockstep" --language en --theme-name dark >"$work/output" 2>&1 &
program=$!
pids+=("$program")
window=$(timeout 30 xdotool search --sync --onlyvisible --name 'rescued' | head -1)
[ -n "$window" ] || fail "nobody asks about the unsaved changes"
sleep 0.7
import -window root "$folder/drive-recovery.png"
press Return # Restore
window=$(timeout 30 xdotool search --sync --onlyvisible --name mine.lockstep.json | head -1)
[ -n "$window" ] || fail "the document was not restored"
sleep 0.7
[ "$(hosts)" = 0 ] || fail "restoring wrote the file"
is_kept || fail "the restored changes are not kept again"
press ctrl+s
one_host() { [ "$(hosts)" = 1 ]; }
wait_for 10 one_host || fail "the restored host was not saved"
wait_for 10 is_gone || fail "the saved document is still kept"
echo "drive_recovery: a killed program's change was restored and saved"
