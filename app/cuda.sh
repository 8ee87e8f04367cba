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

# fetch_cuda_packages : into the build folder, once for each list of packages.
fetch_cuda_packages() {
    local mark="$cuda_folder/packages.txt" log="$cuda_folder.log"
    cmp -s "$cuda_packages" "$mark" && return 0
    [ "$(uname -m)" = x86_64 ] || [ "$(uname -m)" = aarch64 ] || fail "NVIDIA has no CUDA for $(uname -m)."
    say "Fetching NVIDIA's compiler and libraries from PyPI into build/cuda: $(megabytes_to_fetch) MB, unpacked less than twice" \
        "that much. Ctrl+C stops; removing build/cuda takes it back."
    sed -e 's/#.*//' -e '/^$/d' "$cuda_packages" | while read -r name size; do say "$(printf '%6s MB  %s' "$size" "$name")"; done
    agree "Fetch them?" || fail "nothing was fetched; without --with-cuda everything is built for processors alone."
    if ! python3 -m pip --version >/dev/null 2>&1; then
        echo python3-pip >"$root/build/pip_package.txt"
        install_packages "$root/build/pip_package.txt"
    fi
    rm -rf "$cuda_folder"
    # shellcheck disable=SC2046
    python3 -m pip install --quiet --no-deps --no-cache-dir --target "$cuda_folder" $(pip_names) >"$log" 2>&1 ||
        { tail -n 15 "$log" >&2; fail "the packages could not be fetched; the whole output is in $log."; }
    lay_out_toolkit
    cp "$cuda_packages" "$mark"
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
    if ! is_built_with_cuda; then
        fetch_cuda_packages
        say "Configuring in build/$preset, with the toolkit in build/cuda"
        reconfigure_build -DCUDAToolkit_ROOT="$cuda_toolkit"
        is_built_with_cuda || fail "the toolkit in build/cuda was not taken: $(grep -i cuda "$build/build.log" | tail -n 3)"
    fi
    unlock_build
}
