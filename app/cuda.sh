# shellcheck shell=bash
# SPDX-FileCopyrightText: The Lockstep authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Sourced by app/run, after setup.sh: what building the plug-in for GPUs takes, where this computer has no CUDA toolkit.

cuda_packages="$root/app/cuda_packages.txt"
cuda_folder="$root/build/cuda"
cuda_toolkit="$cuda_folder/nvidia/cu13"

# pip_names : packages and versions, as pip takes them.
pip_names() { sed -e 's/#.*//' -e 's/[[:space:]].*//' -e '/^$/d' "$cuda_packages"; }

# megabytes_to_fetch : of all packages together.
megabytes_to_fetch() { sed -e 's/#.*//' -e '/^$/d' "$cuda_packages" | awk '{ sum += $2 } END { print sum }'; }

# agree QUESTION : asks whoever sits at the terminal; where nobody does, having been called is the answer.
agree() {
    local answer
    [ -t 0 ] || return 0
    read -r -p "$1 (yes/no) " answer || return 1
    case $answer in
    [Yy] | [Yy][Ee][Ss]) return 0 ;;
    *) return 1 ;;
    esac
}

# require_room : what is fetched and what it unpacks to are there at once, for a while.
require_room() {
    local wanted free
    wanted=$(($(megabytes_to_fetch) * 3))
    mkdir -p "$root/build"
    free=$(df -Pm "$root/build" | awk 'NR == 2 { print $4 }')
    [ "$free" -ge "$wanted" ] ||
        fail "$root/build has $free MB of room, and NVIDIA's compiler and libraries take $wanted MB until they are unpacked."
}

# fetch_wheels : one after another, into a folder that a later try goes on with. pip keeps what is under way in TMPDIR, and
# a /tmp in memory would not hold it.
fetch_wheels() {
    local wheels=$1 log=$2 number=0 all name size plain
    all=$(pip_names | wc -l)
    mkdir -p "$wheels"
    while read -r name size <&3; do
        number=$((number + 1))
        plain=${name%%==*}
        compgen -G "$wheels/${plain//-/_}-${name##*==}-*.whl" >/dev/null && continue
        say "$(printf '%s of %s: %6s MB  %s' "$number" "$all" "$size" "$name")"
        TMPDIR="$wheels" python3 -m pip download --quiet --no-deps --no-cache-dir --only-binary=:all: --dest "$wheels" "$name" >>"$log" 2>&1 || {
            tail -n 15 "$log" >&2
            fail "the packages could not be fetched: $name is missing. Is the network up, and a proxy named in https_proxy" \
                "where one is needed? What was fetched stays for the next try; the whole output is in $log."
        }
    done 3< <(sed -e 's/#.*//' -e '/^$/d' "$cuda_packages")
}

# fetch_cuda_packages : into the build folder, once for each list of packages.
fetch_cuda_packages() {
    local mark="$cuda_folder/packages.txt" log="$cuda_folder.log" wheels="$cuda_folder.wheels"
    cmp -s "$cuda_packages" "$mark" && return 0
    [ "$(uname -m)" = x86_64 ] || [ "$(uname -m)" = aarch64 ] || fail "NVIDIA has no CUDA for $(uname -m)."
    say "This computer has no CUDA toolkit. NVIDIA's compiler and libraries come from PyPI into build/cuda: $(megabytes_to_fetch)" \
        "MB, unpacked less than twice that much. Ctrl+C stops; removing build/cuda and build/cuda.wheels takes it back."
    sed -e 's/#.*//' -e '/^$/d' "$cuda_packages" | while read -r name size; do say "$(printf '%6s MB  %s' "$size" "$name")"; done
    agree "Fetch them?" || fail "nothing was fetched; without --with-cuda everything is built for processors alone."
    rm -rf "$cuda_folder" "$wheels"/pip-*
    require_room
    if ! python3 -m pip --version >/dev/null 2>&1; then
        echo python3-pip >"$root/build/pip_package.txt"
        install_packages "$root/build/pip_package.txt"
    fi
    : >"$log"
    say "Fetching"
    fetch_wheels "$wheels" "$log"
    say "Unpacking"
    # shellcheck disable=SC2046
    TMPDIR="$wheels" python3 -m pip install --quiet --no-deps --no-index --find-links "$wheels" --target "$cuda_folder" \
        $(pip_names) >>"$log" 2>&1 ||
        { tail -n 15 "$log" >&2; rm -rf "$wheels"; fail "the packages could not be unpacked; the whole output is in $log."; }
    lay_out_toolkit
    cp "$cuda_packages" "$mark"
    rm -rf "$wheels"
}

# lay_out_toolkit : the packages are made for running: linking wants names without a version, and headers in one folder.
lay_out_toolkit() {
    local file name
    for file in "$cuda_folder"/nvidia/*/lib/lib*.so.*; do
        name=$(basename "$file")
        ln -sfr "$file" "$cuda_toolkit/lib/${name%%.so.*}.so"
    done
    for file in "$cuda_folder"/nvidia/{cudnn,nccl}/include/*; do
        ln -sfr "$file" "$cuda_toolkit/include/"
    done
}

# is_built_with_cuda : whether the build of the preset makes the plug-in.
is_built_with_cuda() { grep -q 'bin/liblockstep_cuda\.so' "$build/build.ninja" 2>/dev/null; }

# take_cuda_toolkit : the computer's, else that of the packages.
take_cuda_toolkit() {
    lock_build
    configure_build OFF
    is_built_with_cuda || reconfigure_build # one that was installed since
    if ! is_built_with_cuda; then
        fetch_cuda_packages
        say "Configuring in build/$preset, with the toolkit in build/cuda"
        reconfigure_build -DCUDAToolkit_ROOT="$cuda_toolkit"
        is_built_with_cuda || fail "the toolkit in build/cuda was not taken: $(grep -i cuda "$build/build.log" | tail -n 3)"
    fi
    unlock_build
}
