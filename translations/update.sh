#!/bin/sh
# SPDX-FileCopyrightText: The Lockstep authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# update.sh ERROR_TEXTS_TOOL LUPDATE SOURCE_ROOT TS_FOLDER
# Brings TS_FOLDER/lockstep_{zh_CN,en}.ts up to date with the sources. English needs plural forms only.
set -eu
tool=$1 lupdate=$2 root=$3 ts=$4
texts=$(mktemp -d)
trap 'rm -rf "$texts"' EXIT
"$tool" "$texts/error_texts.cpp" "$root/engine" "$root/remote" "$root/app"
update() {
    "$lupdate" -silent -I "$root" -no-obsolete -locations none "$@"
}
update "$root/app" "$texts/error_texts.cpp" -source-language en -target-language zh_CN -ts "$ts/lockstep_zh_CN.ts"
update -pluralonly "$root/app" "$texts/error_texts.cpp" -source-language en -target-language en \
    -ts "$ts/lockstep_en.ts"
