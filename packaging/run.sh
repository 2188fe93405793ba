#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Builds Duologue, optimised, and opens files and folders in its window.
#
#   packaging/run.sh [PATH…]      default: the sample dataset, resources/sample
#
# Without a display, prints a summary of the data instead. Only that summary goes to standard output; messages of this
# script and of the build go to standard error.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

# Builds both programs with or without a display, so that the next call is quick either way. If you only want the
# command line, building `duologue-cli` alone is much faster.
targets=(duologue duologue-cli)

say() { printf '%s\n' "$*" >&2; }

local_x_display() { # ":1", "unix:1.0"
    local number=${1##*:}
    [ -S "/tmp/.X11-unix/X${number%%.*}" ]
}

display_usable() {
    local socket=${WAYLAND_DISPLAY:-}
    if [ -n "$socket" ]; then
        case $socket in
        /*) ;;
        *) socket=${XDG_RUNTIME_DIR:-}/$socket ;;
        esac
        [ ! -S "$socket" ] || return 0
    fi
    [ -n "${DISPLAY:-}" ] || return 1
    if command -v xset >/dev/null; then
        xset q >/dev/null 2>&1
        return
    fi
    case $DISPLAY in
    :* | unix:*) local_x_display "$DISPLAY" ;;
    *) return 0 ;; # on another machine: the window will say so if it is out of reach
    esac
}

print_instead() {
    local cli=$root/build/release/app/cli/duologue-cli
    "$cli" info "$@"
    echo
    # Data without these ratings is counted too, but asking for their means would be a usage error.
    "$cli" stats "$@" --by turns --mean "Preference Alignment" --mean "Role-Playing Completeness" 2>/dev/null ||
        "$cli" stats "$@" --by turns
}

case ${1:-} in
-h | --help)
    say "usage: packaging/run.sh [PATH…]"
    exit 0
    ;;
--) shift ;;
-*)
    say "packaging/run.sh takes files and folders, not $1"
    exit 2
    ;;
esac
[ $# -gt 0 ] || set -- "$root/resources/sample"
for path in "$@"; do
    [ -e "$path" ] || {
        say "There is no $path"
        exit 2
    }
done

"$root/packaging/deps.sh" build
# In a subshell, because PATH… are relative to the caller's folder.
(
    cd "$root"
    cmake --preset release
    cmake --build --preset release --target "${targets[@]}"
) >&2

if display_usable; then
    exec "$root/build/release/app/gui/duologue" "$@"
fi
say ""
say "No window can be opened: neither DISPLAY nor WAYLAND_DISPLAY leads to a display."
say "What duologue-cli says of $*:"
print_instead "$@"
