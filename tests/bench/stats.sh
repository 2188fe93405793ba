#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Wall time of `duologue-cli stats` over a folder against reading the same files with cat and with Python, as a
# Markdown table. Uses the release build.
#
#   tests/bench/stats.sh [PATH] [--runs N] [--files N]
#
# Without PATH a folder of made-up conversations is measured, the same in every run.
set -eu
source=$(cd "$(dirname "$0")/../.." && pwd)
build=${DUOLOGUE_BUILD:-$source/build/release}
if [ ! -f "$build/CMakeCache.txt" ]; then
    (cd "$source" && cmake --preset release -DDUOLOGUE_GUI=OFF >/dev/null)
fi
cmake --build "$build" --target stats_bench >/dev/null
exec "$build/tests/bench/stats_bench" "$@"
