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

section "Packages" packaging/deps.sh build test check
section "Plain build" build_and_test dev
section "Optimised build" build_and_test release
section "Thread sanitizer" build_and_test tsan
section "clang-tidy" tidy
section "Fuzzing" packaging/fuzz.sh "${1:-6000}"
summary
