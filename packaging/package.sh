#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Makes the Debian packages duologue and duologue-cli, with their debug symbols, for the system it runs on, and has
# lintian look at them. Prints their paths.
#
#   packaging/package.sh [--revision N]      default: 1
#
# packaging/fresh-roots.sh does this in fresh systems and tries what comes out.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root"

revision=1
case ${1:-} in
--revision) revision=$2 ;;
"") ;;
*)
    echo "usage: packaging/package.sh [--revision N]" >&2
    exit 2
    ;;
esac

build=build/package
{
    packaging/deps.sh build package
    cmake --preset package "-DCPACK_DEBIAN_PACKAGE_RELEASE=$revision"
    cmake --build --preset package
    rm -rf "$build/packages"
    # Folders of the package must not be writable for others, whatever the umask here.
    (umask 022 && cpack --config "$build/CPackConfig.cmake" -B "$build/packages")
} >&2
packages=("$build"/packages/*.deb)
# Only what lintian has no opinion on is right: hints and pedantic remarks count like errors. That a first version
# answers no request in Debian's bug tracker is of interest to Debian alone. Spelling in binaries is not looked at: lintian
# takes machine code for words ("taht" is how "that" is compared with at once).
said=$(lintian --pedantic --display-info --no-cfg \
    --suppress-tags initial-upload-closes-no-bugs,spelling-error-in-binary "${packages[@]}" 2>&1 |
    grep -v '^running with root privileges') || true
[ -z "$said" ] || {
    printf '%s\n' "$said" >&2
    exit 1
}
printf '%s\n' "${packages[@]}"
