#!/bin/bash
# SPDX-FileCopyrightText: The Lockstep authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# drive_run.sh LOCKSTEP FOLDER
# Opens an experiment on this computer, presses Run, sees the curve grow, presses Stop, and finds the stopped run
# with its checkpoint; once in dark English, light English and dark Chinese. Leaves pictures in FOLDER.
set -euo pipefail
lockstep=$1 folder=$2
# shellcheck source=tests/app/window/display.sh
. "$(dirname "${BASH_SOURCE[0]}")/display.sh"
mkdir -p "$folder"

document=$work/long.lockstep.json
cat >"$document" <<'JSON'
{
  "version": 1,
  "name": "long",
  "topology": {
    "hosts": [{"id": "host-1", "name": "here", "connection": "local", "devices": ["cpu", "cpu"]}]
  },
  "model": {"name": "mnist-cnn"},
  "data": {"kind": "synthetic-digits"},
  "training": {"optimizer": "adam", "learning_rate": 0.001, "batch": 50, "epochs": 1000}
}
JSON

newest() { ls -td "$XDG_DATA_HOME"/lockstep/runs/*/ 2>/dev/null | head -1; }
steps() { cat "$1attempt-1/rank-0.jsonl" 2>/dev/null | grep -c '"kind":"step"' || true; }

has_steps() { [ "$(steps "$(newest)")" -ge "$1" ]; }
has_ended() { # by being stopped: exit code 10
    python3 -c "import json,sys; r=json.load(open('$(newest)run.json')); sys.exit((r['phase'],r['exit_code'])!=('finished',10))"
}

# The server may still show the window of a process that has ended; the next run would find it.
has_gone() {
    case $(ps -o stat= -p "$program" || true) in "" | Z*) ;; *) return 1 ;; esac
    ! xdotool search --onlyvisible --name long.lockstep.json >/dev/null 2>&1
}

# How much of the picture's plot differs.
changed_pixels() { compare -metric AE -extract 690x230+40+270 "$1" "$2" null: 2>&1 || true; }

one_run() { # LANGUAGE THEME
    local name=$folder/drive-run-$1-$2
    open_window long.lockstep.json "$lockstep" --language "$1" --theme-name "$2" "$document"
    local before=$(newest)
    press F5
    is_new() { [ -n "$(newest)" ] && [ "$(newest)" != "$before" ]; }
    wait_for 20 is_new || fail "no run was started"
    wait_for 90 has_steps 12 || fail "no steps arrived: $(tail -3 "$(newest)"attempt-1/*.log 2>/dev/null)"
    sleep 0.5
    import -window root "$name-1.png"
    wait_for 90 has_steps 60 || fail "the run does not go on"
    sleep 0.5
    import -window root "$name-2.png"
    [ "$(changed_pixels "$name-1.png" "$name-2.png")" -gt 100 ] || fail "the curve does not grow"
    press shift+F5
    wait_for 60 has_ended || fail "Stop did not end the run: $(cat "$(newest)run.json")"
    ls "$HOME/.lockstep/runs/$(basename "$(newest)")"/host-0/checkpoints/step-*/manifest.json >/dev/null ||
        fail "the stopped run left no checkpoint"
    sleep 0.5
    import -window root "$name-3.png"
    # Until the window has heard of the end, it asks before it closes.
    for _ in 1 2 3 4 5; do
        press ctrl+q 2>/dev/null || true # it may be gone already
        wait_for 3 has_gone && return
        import -window root "$name-open.png" || true
        xdotool key Escape 2>/dev/null || true
    done
    fail "the window did not close"
}

one_run en dark
one_run en light
one_run zh_CN dark
echo "drive_run: three runs started, watched and stopped"
