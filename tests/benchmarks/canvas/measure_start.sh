#!/bin/bash
# SPDX-FileCopyrightText: The Lockstep authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# measure_start.sh LOCKSTEP [TIMES] [ARGUMENTS...]
# Milliseconds from the start of the process to the first paint of the canvas, under Xvfb: sorted, and the median.
set -euo pipefail
lockstep=$1 times=${2:-9}
shift $(($# < 2 ? $# : 2))
work=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill "$server" 2>/dev/null; wait 2>/dev/null; rm -rf "$work"' EXIT
mkdir -m 700 "$work/runtime"
export HOME=$work XDG_CONFIG_HOME=$work/config XDG_DATA_HOME=$work/data XDG_RUNTIME_DIR=$work/runtime
export QT_QPA_PLATFORM=xcb
unset WAYLAND_DISPLAY
Xvfb -displayfd 3 -screen 0 1280x800x24 -nolisten tcp 3>"$work/display" >/dev/null 2>&1 &
server=$!
for _ in $(seq 100); do [ -s "$work/display" ] && break; sleep 0.1; done
export DISPLAY=:$(cat "$work/display")
for _ in $(seq "$times"); do
    timeout 30 "$lockstep" --measure-start "$@" | sed -n 's/^first paint: \([0-9-]*\) ms.*, \([0-9]*\) ms of CPU.*/\1 \2/p'
done | sort -n >"$work/times"
middle() { sort -n | sed -n "$((times / 2 + 1))p"; }
echo "first paint, ms: $(cut -d' ' -f1 "$work/times" | paste -sd' '); median $(cut -d' ' -f1 "$work/times" | middle)," \
    "of CPU time $(cut -d' ' -f2 "$work/times" | middle)"
