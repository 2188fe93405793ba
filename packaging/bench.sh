#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Compares Duologue with the least a program can do and with other programs, and prints a Markdown table. Uses the lto
# build; the data is generated once and kept in build/bench.
#
#   packaging/bench.sh [--size tiny|small|full] [--runs N] [--only JOB,JOB] [--folder PATH] [--peers]
#                      [--save-baseline FILE]
#
# --only columns asks tables of a million records in memory: sorts, filters and counts. --only transcript shows a
# conversation of 10,000 messages and one with a message of 5 MB, and says how long a reader waits. --only filters
# asks a million records in the window and says when the answer is painted.
# --folder measures a folder of yours instead of a generated one: packaging/bench.sh --only folder --folder PATH.
# --peers fetches DuckDB from the npm registry, measures it as well, and Parquet of the same records. Fails where a ratio over
# the generated data in full size is a quarter worse than tests/bench/baseline.json says.
set -euo pipefail
top=$(cd "$(dirname "$0")/.." && pwd)
cd "$top"

packaging/deps.sh build
[ -f build/lto/CMakeCache.txt ] || cmake --preset lto
cmake --build build/lto --target duologue-cli bench_generate bench_columns bench_marks bench_window bench_transcript \
    limit_lines limit_folder limit_array >/dev/null

modules=build/bench/peers
for option in "$@"; do
    if [ "$option" = --peers ] && [ ! -d "$modules/node_modules/@duckdb/node-api" ]; then
        npm install --prefix "$modules" @duckdb/node-api >&2
    fi
done

DUCKDB_MODULES=$top/$modules python3 tests/bench/bench.py --programs build/lto/tests/bench \
    --cli build/lto/app/cli/duologue-cli --data build/bench/data --size full \
    --baseline tests/bench/baseline.json "$@"
