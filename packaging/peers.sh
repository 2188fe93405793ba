#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Compares what Duologue reads and writes of Parquet with other programs, which it fetches from the npm registry: DuckDB, polars,
# arrow-rs, hyparquet-writer and parquetjs write files and read ours.
#
#   packaging/peers.sh [--cli PATH] [FOLDER]
#
# FOLDER: Parquet files of any origin, which are compared with DuckDB as well. --cli: a built duologue-cli; otherwise the
# release build is used.
set -euo pipefail
top=$(cd "$(dirname "$0")/.." && pwd)
cli=$top/build/release/app/cli/duologue-cli
if [ "${1:-}" = --cli ]; then
    cli=$(realpath "$2")
    shift 2
else
    cmake --preset release -S "$top" >/dev/null
    cmake --build "$top/build/release" --target duologue-cli >/dev/null
fi
work=$top/build/peers
mkdir -p "$work"
cp "$top"/tests/peers/package.json "$top"/tests/peers/*.mjs "$work/"
[ -d "$work/node_modules/@duckdb" ] || npm install --prefix "$work" --no-fund --no-audit >&2
node "$work/compare.mjs" "$cli" "$work/files" "$@"
