#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Makes the packages in a fresh system of each Debian release, installs them in another one, opens the sample there on a
# display, upgrades, removes and purges them, and looks for what is left. Takes root, debootstrap, the network, and some
# fifteen minutes a release on two cores.
#
#   packaging/fresh-roots.sh [RELEASE…]      default: bookworm trixie
#
# Packages and pictures of the window are kept in build/roots/RELEASE-packages.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root"
mirror=${DUOLOGUE_MIRROR:-http://deb.debian.org/debian}
roots=$root/build/roots
mkdir -p "$roots"

[ "$(id -u)" = 0 ] || {
    echo "packaging/fresh-roots.sh makes systems to change into, which only root may." >&2
    exit 2
}

mounted=()
unmount() {
    local i
    for ((i = ${#mounted[@]} - 1; i >= 0; --i)); do
        umount -l "${mounted[$i]}" || true
    done
    mounted=()
}
trap unmount EXIT

# A copy of the fresh system of a release: prints its folder. The fresh one itself is kept for the next run.
fresh() { # RELEASE NAME
    local base=$roots/$1 copy=$roots/$1-$2
    if [ ! -e "$base/.whole" ]; then
        rm -rf "$base"
        debootstrap --variant=minbase "$1" "$base" "$mirror" >"$roots/$1.log"
        touch "$base/.whole"
    fi
    rm -rf "$copy"
    cp -a "$base" "$copy"
    cp /etc/resolv.conf "$copy/etc/resolv.conf"
    echo "$copy"
}

enter() { # FOLDER
    mount -t proc proc "$1/proc"
    mounted+=("$1/proc")
    mount --bind /dev "$1/dev"
    mounted+=("$1/dev")
}

inside() { # FOLDER COMMAND
    chroot "$1" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 \
        DEBIAN_FRONTEND=noninteractive bash -ec "$2"
}

# The packages of revisions 1 and 2 of what is committed.
make_packages() { # RELEASE
    local folder
    folder=$(fresh "$1" build)
    enter "$folder"
    mkdir "$folder/source"
    git archive HEAD | tar -x -C "$folder/source"
    inside "$folder" 'cd /source && packaging/package.sh && mkdir /made && mv build/package/packages/*deb /made/ &&
        packaging/package.sh --revision 2 && mv build/package/packages/*deb /made/'
    unmount
    rm -rf "$roots/$1-packages"
    mv "$folder/made" "$roots/$1-packages"
    rm -rf "$folder"
}

try_packages() { # RELEASE
    local folder
    folder=$(fresh "$1" use)
    enter "$folder"
    mkdir "$folder/made" "$folder/pictures"
    cp "$roots/$1-packages"/*.deb "$folder/made/"
    # shellcheck disable=SC2016
    inside "$folder" '
        apt-get -qq update
        apt-get -qq install -y /made/duologue_*-1_*.deb /made/duologue-cli_*-1_*.deb >/dev/null
        duologue --version
        duologue-cli info /usr/share/duologue/sample | grep -E "^records +[1-9]"
        # What is needed to look at the window is not a part of the packages.
        apt-get -qq install -y --no-install-recommends xvfb openbox xdotool imagemagick >/dev/null
        export DISPLAY=:7 HOME=/tmp/home LANG=C.UTF-8
        mkdir -p "$HOME"
        Xvfb :7 -screen 0 1440x900x24 >/dev/null 2>&1 &
        server=$!
        sleep 2
        openbox >/dev/null 2>&1 &
        duologue /usr/share/duologue/sample &
        program=$!
        xdotool search --sync --onlyvisible --name Duologue >/dev/null
        sleep 3
        import -window root /pictures/window.png
        kill $program && wait $program
        LANGUAGE=zh_CN LANG=zh_CN.UTF-8 LC_ALL= duologue /usr/share/duologue/sample &
        program=$!
        xdotool search --sync --onlyvisible --name Duologue >/dev/null
        sleep 3
        import -window root /pictures/window-2.png
        kill $program && wait $program
        kill $server
        apt-get -qq install -y /made/duologue_*-2_*.deb /made/duologue-cli_*-2_*.deb >/dev/null
        dpkg-query -W duologue duologue-cli
        apt-get -qq remove -y duologue duologue-cli >/dev/null
        dpkg --purge duologue duologue-cli
        left=$(find / -xdev \( -path /proc -o -path /made -o -path /tmp/home -o -path /var/log \) -prune -o \
            -iname "*duologue*" -print)
        [ -z "$left" ] || { echo "left behind:"; echo "$left"; exit 1; }'
    mv "$folder/pictures"/* "$roots/$1-packages/"
    unmount
    rm -rf "$folder"
}

[ $# -gt 0 ] || set -- bookworm trixie
for release in "$@"; do
    echo "===== $release: make"
    make_packages "$release"
    echo "===== $release: install, open, upgrade, purge"
    try_packages "$release"
    ls -l "$roots/$release-packages"
done
