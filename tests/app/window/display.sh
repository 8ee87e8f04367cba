# SPDX-FileCopyrightText: The Lockstep authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Sourced by the drive_*.sh tests: a display of its own with a window manager, a home of its own, and a mouse.
# Sets `work`, a folder that is removed at the end together with every process in `pids`.
work=$(mktemp -d)
pids=()
finish() {
    for pid in "${pids[@]}"; do kill "$pid" 2>/dev/null || true; done
    wait 2>/dev/null || true
    rm -rf "$work"
}
trap finish EXIT
fail() { echo "$(basename "$0"): $*" >&2; exit 1; }

for tool in Xvfb openbox xdotool import python3; do
    command -v "$tool" >/dev/null || fail "needs $tool"
done
mkdir -p "$work/home"
mkdir -m 700 "$work/runtime"
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

# open_window TITLE COMMAND...: starts the program and waits for its window; sets `window` and `program`.
open_window() {
    local title=$1
    shift
    "$@" >"$work/output" 2>&1 &
    program=$!
    pids+=("$program")
    window=$(timeout 30 xdotool search --sync --onlyvisible --name "$title" | head -1)
    [ -n "$window" ] || fail "no window: $(cat "$work/output")"
    xdotool windowactivate --sync "$window" windowsize --sync "$window" 1240 760 windowmove "$window" 20 20
    sleep 0.7
}

# press KEYS...: on the keyboard, into the active window. A key that is sent to one window stays down for ever when
# the window closes on the press; the next window then receives it.
press() {
    xdotool windowactivate --sync "$window" key "$@"
}

# wait_for SECONDS COMMAND...: until it succeeds; fails when it has not by then.
wait_for() {
    local end=$((SECONDS + $1))
    shift
    until "$@"; do
        [ $SECONDS -lt $end ] || return 1
        sleep 0.2
    done
}

# new_document NAME: an empty drawing; sets `document` to its path.
new_document() {
    document=$work/$1.lockstep.json
    printf '{"version": 1, "name": "%s"}\n' "$1" >"$document"
}

# without_snapping: cards stay where they are let go, so that their handles are where a script points.
without_snapping() {
    mkdir -p "$XDG_CONFIG_HOME/lockstep"
    printf '[canvas]\nsnap=false\n' >"$XDG_CONFIG_HOME/lockstep/lockstep.conf"
}

# look EXPRESSION: of Python, about `t`, the topology in the document's file. holds: whether it is true there.
# saved: whether it is true after Ctrl+S.
look() { python3 -c "import json; t=json.load(open('$document'))['topology']; print($1)"; }
holds() { [ "$(look "bool($1)")" = True ]; }
saved() {
    press ctrl+s
    wait_for 5 holds "$1"
}

type_text() { xdotool type --delay 20 "$1"; }

# drag X0 Y0 X1 Y1, from the window's corner.
drag() {
    local step
    xdotool mousemove --window "$window" "$1" "$2" sleep 0.1 mousedown 1 sleep 0.1
    for step in 1 2 3 4 5 6 7 8; do
        xdotool mousemove --window "$window" $(($1 + ($3 - $1) * step / 8)) $(($2 + ($4 - $2) * step / 8)) sleep 0.03
    done
    xdotool sleep 0.1 mouseup 1 sleep 0.4
}
