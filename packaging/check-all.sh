#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Checks that take too long for each change: the tests in a plain and an optimised build, under the thread sanitizer,
# with clang-tidy, and ten minutes of each fuzzer. About two hours on two cores; .ci/run checks the rest.
#
#   packaging/check-all.sh [FUZZ-SECONDS]
set -euo pipefail

# shellcheck source=packaging/sections.sh
source "$(dirname "${BASH_SOURCE[0]}")/sections.sh"

build_and_test() {
    cmake --preset "$1"
    cmake --build --preset "$1"
    ctest --preset "$1" --parallel "$(nproc)"
}

tidy() {
    cmake --preset tidy
    cmake --build --preset tidy
}

# The engine of today as a library; the tests otherwise know the one of Debian's package.
tables_of_today() {
    local folder=build/chdb port=18123
    mkdir -p "$folder"
    cp tests/remote/chdb_front.mjs "$folder/"
    [ -d "$folder/node_modules/chdb" ] || npm install --prefix "$folder" --no-fund --no-audit chdb >&2
    node "$folder/chdb_front.mjs" "$port" &
    local front=$! code=0
    until curl --silent --data 'SELECT 1' "http://127.0.0.1:$port/" >/dev/null; do
        kill -0 "$front" || return 1
        sleep 0.2
    done
    DUOLOGUE_CLICKHOUSE=$port ctest --preset dev -R '^remote_table_(queries|counts|pages)$' --no-tests=error || code=$?
    kill "$front"
    return "$code"
}

section "Packages" packaging/deps.sh build test check
section "Plain build" build_and_test dev
section "Tables in the engine of today" tables_of_today
section "Optimised build" build_and_test release
section "Growth of hostile data" packaging/guard.sh --growth
section "Thread sanitizer" build_and_test tsan
section "clang-tidy" tidy
section "Fuzzing" packaging/fuzz.sh "${1:-6000}"
summary
