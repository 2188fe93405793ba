# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash
#
# Sourced by scripts that check many things: runs every section even if an earlier one failed, and finally says how
# long each took and which failed.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root" || exit

export LC_ALL=C.UTF-8 QT_QPA_PLATFORM=offscreen
# A clean checkout may be in another folder each time; that alone must not make ccache compile again.
export CCACHE_BASEDIR=$root CCACHE_NOHASHDIR=1

results=()
failed=0

elapsed() { printf '%d:%02d' $(($1 / 60)) $(($1 % 60)); }

# section TITLE COMMAND…
section() {
    local title=$1 begin=$SECONDS outcome=ok
    shift
    printf '\n===== %s (%s since the start)\n' "$title" "$(elapsed "$SECONDS")"
    # A separate shell keeps its set -e although we test its exit code.
    set +e
    (
        set -e
        "$@"
    )
    local code=$?
    set -e
    if [ "$code" -ne 0 ]; then
        outcome=FAILED
        failed=$((failed + 1))
    fi
    results+=("$(printf '%-6s %6s  %s' "$outcome" "$(elapsed $((SECONDS - begin)))" "$title")")
    echo "----- $title: $outcome"
}

# The last command of the script; succeeds if all sections passed.
summary() {
    printf '\n===== Summary (%s)\n' "$(elapsed "$SECONDS")"
    printf '%s\n' "${results[@]}"
    [ "$failed" -eq 0 ]
}
