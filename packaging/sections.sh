# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash
#
# For scripts that check many things (source it): runs every section, whatever failed before, and says at the end what
# each of them took and which failed.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root" || exit

export LC_ALL=C.UTF-8 QT_QPA_PLATFORM=offscreen
# A clean checkout lies in another folder each time; that alone must not make ccache compile again.
export CCACHE_BASEDIR=$root CCACHE_NOHASHDIR=1

results=()
failed=0

elapsed() { printf '%d:%02d' $(($1 / 60)) $(($1 % 60)); }

# section TITLE COMMAND…
section() {
    local title=$1 begin=$SECONDS outcome=ok
    shift
    printf '\n===== %s (%s since the start)\n' "$title" "$(elapsed "$SECONDS")"
    # In a shell of its own, so that its set -e holds although we look at its exit code.
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

# The last command of the script: its exit code is whether all sections passed.
summary() {
    printf '\n===== Summary (%s)\n' "$(elapsed "$SECONDS")"
    printf '%s\n' "${results[@]}"
    [ "$failed" -eq 0 ]
}
