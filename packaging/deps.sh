#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Installs the packages needed to build and test Duologue. Only this script knows package names.
#
#   packaging/deps.sh [build|test|engines|check|package]…      default: build
#
# Installs only missing packages, as root or through sudo. If nothing is missing, it changes nothing and asks for
# nothing. If it cannot install, it lists the packages and exits with 1. DUOLOGUE_SKIP_DEPS=1 skips all this, for
# systems without apt.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

# Names of Debian 12. Charts needs libqt6opengl6-dev, which its package only recommends.
packages_of() {
    case $1 in
    build)
        echo g++ cmake ninja-build pkg-config ccache
        echo qt6-base-dev libqt6opengl6-dev qt6-charts-dev qt6-svg-dev
        echo qt6-tools-dev qt6-tools-dev-tools qt6-l10n-tools qt6-translations-l10n
        echo nlohmann-json3-dev libsimdjson-dev libtbb-dev libhwy-dev robin-map-dev libre2-dev libarchive-dev zlib1g-dev libsnappy-dev libzstd-dev liblz4-dev libbrotli-dev libyaml-dev libcurl4-openssl-dev libpq-dev libcli11-dev libutf8proc-dev libxxhash-dev libboost-dev libcld2-dev libmd4c-dev
        echo fonts-noto-cjk fonts-dejavu-core
        # Colours of code. Debian 12 has no version of it for Qt 6.
        ! apt-cache show libkf6syntaxhighlighting-dev >/dev/null 2>&1 || echo libkf6syntaxhighlighting-dev
        ;;
    test)
        echo clang libclang-rt-14-dev xvfb xauth openbox xdotool python3 openssl dbus at-spi2-core
        ;;
    engines)
        # Later releases of Debian have no ClickHouse. Tests that miss a server are skipped, and say so.
        echo libsecret-tools gnome-keyring
        local name
        for name in clickhouse-server clickhouse-client postgresql; do
            ! apt-cache show "$name" >/dev/null 2>&1 || echo "$name"
        done
        ;;
    check)
        echo git clang-format clang-tidy valgrind
        echo shellcheck desktop-file-utils appstream shared-mime-info libglib2.0-bin
        echo mandoc bash zsh fish x11-utils imagemagick librsvg2-bin rpm flatpak-builder makepkg
        ;;
    package)
        echo dpkg-dev file lintian
        ;;
    esac
}

say() { printf '%s\n' "$*" >&2; }

usage() {
    say "usage: packaging/deps.sh [build|test|engines|check|package]…"
    exit 2
}

# Prints what CMakeLists.txt requires, read from there so that the two cannot disagree: "  simdjson 3.0".
libraries() {
    sed -nE \
        -e 's/^cmake_minimum_required\(VERSION ([0-9.]+)\).*/  CMake \1/p' \
        -e 's/^ *find_package\(([A-Za-z0-9_]+) ([0-9.]+) REQUIRED COMPONENTS ([A-Za-z0-9 ]+)\).*/  \1 \2 (\3)/p' \
        -e 's/^ *find_package\(([A-Za-z0-9_-]+) ([0-9.]+)[ )].*/  \1 \2/p' \
        -e 's/^if\(simdjson_VERSION VERSION_LESS ([0-9.]+) .*/  simdjson \1/p' \
        -e 's/^ *pkg_check_modules\(.* ([a-z0-9-]+)>=([0-9.]+)\).*/  \1 \2/p' \
        "$root/CMakeLists.txt"
}

# $1 is one sentence that says why nothing was installed.
give_up() {
    say ""
    say "$1"
    say ""
    say "Packages, by their names in Debian 12:"
    printf '  %s\n' "${missing[@]}" >&2
    say ""
    say "Elsewhere, install with their development files, in these versions or newer:"
    say "  a C++20 compiler (g++ 12 or clang 16), Ninja, pkg-config"
    libraries >&2
    say "  and a font with Chinese characters, such as Noto Sans CJK"
    say ""
    say "Where they are installed already, say so: DUOLOGUE_SKIP_DEPS=1"
    exit 1
}

# Prints those of its arguments that are not installed.
not_installed() {
    local there=""
    if command -v dpkg-query >/dev/null; then
        # Later releases of Debian have some of them as a part of others, which say so.
        there=$(dpkg-query -W -f '${db:Status-Status} ${Package}, ${Provides}\n' |
            sed -n 's/^installed //p' | tr ',' '\n' | sed 's/(.*)//; s/ //g') || true
    fi
    local name
    for name in "$@"; do
        grep -qxF -- "$name" <<<"$there" || echo "$name"
    done
}

# Runs apt-get, as root or through sudo. Retries once if it fails: another program may hold the lock, or a mirror may
# not have answered.
apt() {
    local command=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=120
        -o Dpkg::Use-Pty=0 -q "$@")
    "${command[@]}" >&2 && return
    say "apt-get $1 failed; once more in 10 seconds."
    sleep 10
    "${command[@]}" >&2
}

[ $# -gt 0 ] || set -- build
wanted=()
for group in "$@"; do
    case $group in
    build | test | engines | check | package) ;;
    *) usage ;;
    esac
    read -r -a names <<<"$(packages_of "$group" | tr '\n' ' ')"
    wanted+=("${names[@]}")
done

[ "${DUOLOGUE_SKIP_DEPS:-}" != 1 ] || exit 0

read -r -a missing <<<"$(not_installed "${wanted[@]}" | tr '\n' ' ')"
[ ${#missing[@]} -gt 0 ] || exit 0

command -v apt-get >/dev/null ||
    give_up "This system has no apt-get, so nothing was installed. Duologue needs the following."

as_root=()
if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null ||
        give_up "Installing packages takes root or sudo, and neither is there. Please have these installed."
    as_root=(sudo)
fi

say "Installing ${#missing[@]} of ${#wanted[@]} packages: ${missing[*]}"
# A source that does not answer may not be needed; installing shows whether it is.
apt update || say "The package lists could not be refreshed; going on with those there are."
apt install -y --no-install-recommends "${missing[@]}" ||
    give_up "apt-get could not install everything (its messages are above). Please have these installed."
