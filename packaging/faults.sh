#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Situations in which a program for looking at data must not show anything false, lose anything in silence, hang or do
# harm: damaged and changing files, odd names, devices, tight limits. Prints one line for each and exits with 1 if one
# fails.
#
#   packaging/faults.sh [--all] [PATTERN]     default: the release build, without those that take long or need root
#
# DUOLOGUE_BUILD names another build than build/release.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build=${DUOLOGUE_BUILD:-$root/build/release}
cli=$build/app/cli/duologue-cli
program=$build/app/gui/duologue
all=0
if [ "${1:-}" = --all ]; then
    all=1
    shift
fi
pattern=${1:-.}
[ -x "$cli" ] || {
    echo "There is no $cli: packaging/run.sh builds it." >&2
    exit 2
}

held=0
failed=0
left_out=0
work=$(mktemp -d)
trap 'chmod -R u+rwx "$work" 2>/dev/null; rm -rf "$work"' EXIT

# Runs a function of the current part in an empty folder and a shell of its own, for a limited number of seconds.
run_for() { # SECONDS TITLE FUNCTION
    local seconds=$1 title=$2 name=$3
    grep -qE -- "$pattern" <<<"$title" || return 0
    local folder
    folder=$(mktemp -d "$work/XXXXXX")
    mkdir "$folder/data" "$folder/home"
    # shellcheck disable=SC2016
    if (cd "$folder/data" && env HOME="$folder/home" XDG_CACHE_HOME="$folder/home/.cache" \
        XDG_CONFIG_HOME="$folder/home/.config" XDG_DATA_HOME="$folder/home/.local/share" \
        XDG_STATE_HOME="$folder/home/.local/state" LC_ALL=C.UTF-8 QT_QPA_PLATFORM=offscreen cli="$cli" program="$program" \
        timeout --kill-after=2 "$seconds" bash -c '
            situation() { :; }
            situation_slow() { :; }
            source "$1"
            set -e
            "$2"' faults "$part" "$name") >"$folder/log" 2>&1 </dev/null; then
        held=$((held + 1))
        printf 'ok      %s\n' "$title"
    else
        failed=$((failed + 1))
        printf 'FAILED  %s\n' "$title"
        tail -n 5 "$folder/log" | cut -c 1-300 | sed 's/^/        /'
    fi
}
situation() { run_for 20 "$1" "$2"; }
situation_slow() {
    if [ "$all" = 1 ]; then
        run_for 300 "$1" "$2"
    else
        left_out=$((left_out + 1))
    fi
}

for part in "$root"/packaging/faults/*.sh; do
    # shellcheck source=/dev/null
    source "$part"
done

printf '%d held, %d failed, %d left out\n' "$held" "$failed" "$left_out"
[ "$failed" -eq 0 ]
