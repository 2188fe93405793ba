#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Builds Duologue for development and runs every test, without a display.
#
#   packaging/test.sh [CTEST-OPTION…]      e.g. packaging/test.sh -R query
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root"

# Tests must not depend on who runs them.
export LC_ALL=C.UTF-8 QT_QPA_PLATFORM=offscreen

packaging/deps.sh build test
cmake --preset dev
cmake --build --preset dev
ctest --preset dev --parallel "$(nproc)" "$@"
