#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Builds Duologue with the address and undefined behaviour sanitizers and runs every test, without a display.
#
#   packaging/test.sh [CTEST-OPTION…]      e.g. packaging/test.sh -R query
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root"

# Tests must not depend on the user's locale or display.
export LC_ALL=C.UTF-8 QT_QPA_PLATFORM=offscreen

packaging/deps.sh build test
packaging/deps.sh engines || echo "Without them, tests of tables in engines are skipped." >&2
cmake --preset asan
cmake --build --preset asan
ctest --preset asan --parallel "$(nproc)" "$@"
