# shellcheck shell=bash
# SPDX-FileCopyrightText: The Lockstep authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Shared by app/run and tests/run; sourced, never run. Installs what is missing and builds. Everything it says goes
# to standard error, so that a program started afterwards owns standard output. $preset names the build, as in
# CMakePresets.json.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build="$root/build/$preset"

say() { printf '%s\n' "$*" >&2; }
fail() {
    say "lockstep: $*"
    exit 1
}

# package_names FILE... : the names in package lists, comments and blank lines left out.
package_names() { sed -e 's/#.*//' -e 's/[[:space:]]//g' -e '/^$/d' "$@"; }

# missing_packages FILE... : those that are not installed.
missing_packages() {
    local name
    package_names "$@" | sort -u | while read -r name; do
        [ "$(dpkg-query -W -f '${db:Status-Status}' "$name" 2>/dev/null)" = installed ] || printf '%s\n' "$name"
    done
}

# as_root COMMAND... : runs it as root, through sudo when that is what the user has.
as_root() {
    if [ "$(id -u)" = 0 ]; then
        "$@"
    elif command -v sudo >/dev/null 2>&1; then
        sudo "$@"
    else
        fail "packages are missing and neither root nor sudo is at hand; install them as root: apt-get install" \
            "$(missing_packages "${package_files[@]}" | tr '\n' ' ')"
    fi
}

# install_packages FILE... : installs what the lists name and the system lacks; silent when nothing is missing.
install_packages() {
    local package_files=("$@") missing log
    command -v dpkg-query >/dev/null 2>&1 ||
        fail "this needs Debian 12 or a system derived from it: dpkg-query was not found."
    missing=$(missing_packages "$@")
    [ -n "$missing" ] || return 0
    say "Installing $(printf '%s\n' "$missing" | wc -l) packages: ${missing//$'\n'/ }"
    log=$(mktemp)
    # shellcheck disable=SC2086
    if ! as_root apt-get -q update >"$log" 2>&1 ||
        ! as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -y --no-install-recommends install $missing >>"$log" 2>&1; then
        tail -n 15 "$log" >&2
        rm -f "$log"
        fail "the packages above could not be installed; is the network up and are these Debian 12's repositories?"
    fi
    rm -f "$log"
}

# build_preset ARGUMENT... : cmake --build in the build of the preset.
build_preset() { (cd "$root" && cmake --build --preset "$preset" "$@"); }

# lock_build, unlock_build : one process at a time configures and builds.
lock_build() {
    mkdir -p "$build" || fail "cannot create $build."
    exec 9>"$build/.lock"
    flock -w 3600 9 || fail "another build in $build did not end within an hour."
}
unlock_build() {
    flock -u 9
    exec 9>&-
}

# reconfigure_build ARGUMENT... : cmake in the build of the preset.
reconfigure_build() {
    local log="$build/build.log"
    (cd "$root" && cmake --preset "$preset" "$@") >"$log" 2>&1 ||
        { tail -n 30 "$log" >&2; fail "configuring failed; the whole output is in $log."; }
}

# configure_build TESTS : where that was not done yet (TESTS: ON or OFF; ON stays).
configure_build() {
    local tests=$1
    if [ ! -f "$build/build.ninja" ] ||
        { [ "$tests" = ON ] && ! grep -q '^LOCKSTEP_BUILD_TESTS:BOOL=ON' "$build/CMakeCache.txt"; }; then
        say "Configuring in build/$preset"
        reconfigure_build -DLOCKSTEP_BUILD_TESTS="$tests"
    fi
}

# build_targets TESTS [TARGET...] : configures the build once and builds the targets; the preset's own where none is
# named.
build_targets() {
    local tests=$1 log="$build/build.log"
    shift
    local targets=(${1:+--target "$@"})
    lock_build
    configure_build "$tests"
    if ! build_preset "${targets[@]}" -- -n 2>&1 | grep -q 'no work to do'; then
        say "Building in build/$preset (the first time takes some minutes)"
        build_preset "${targets[@]}" >"$log" 2>&1 || { tail -n 40 "$log" >&2; fail "the build failed; the whole output is in $log."; }
    fi
    unlock_build
}
