#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Builds Duologue, optimised, and opens files and folders in its window.
#
#   packaging/run.sh [PATH…]      default: the sample dataset, resources/sample
#
# Without a display the command line says what is in them instead. Its answer is all that goes to standard
# output; what this script and the build have to say goes to standard error.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

# Both programs, whether there is a display or not: the build is then the same everywhere, and the next call is
# quick with or without one. Where only the command line is wanted, `duologue-cli` alone builds much faster.
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
    # Data without these ratings is counted all the same; a mean of what is not there is a usage error.
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
# In a subshell: PATH… are relative to where the caller stands.
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
