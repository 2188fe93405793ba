#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Checks what a desktop, a package manager and their users expect of a program: installs the release build into an
# empty folder and looks at that. Prints one line for each expectation and exits with 1 if one is not met.
#
#   packaging/check.sh [PATTERN]
#
# Rows that are the business of a test run that test in build/asan; packaging/test.sh builds it.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root"
export LC_ALL=C.UTF-8
pattern=${1:-.}
id=io.github.duologue.Duologue
work=$(mktemp -d)
pids=()
finish() {
    [ ${#pids[@]} -eq 0 ] || kill "${pids[@]}" 2>/dev/null || true
    rm -rf "$work"
}
trap finish EXIT
failed=0

# row TITLE COMMAND…: the command must succeed.
row() {
    local title=$1
    shift
    grep -qE -- "$pattern" <<<"$title" || return 0
    # A condition would switch set -e off, also in the subshell.
    set +e
    (
        set -e
        # Rows look at it, also those that are asked for alone.
        [ "$1" = install_all ] || [ -d "$work/usr" ] || install_all
        "$@"
    ) >"$work/log" 2>&1
    local code=$?
    set -e
    if [ "$code" -eq 0 ]; then
        printf 'ok      %s\n' "$title"
    else
        failed=$((failed + 1))
        printf 'FAILED  %s\n' "$title"
        tail -n 8 "$work/log" | sed 's/^/        /'
    fi
}

install_all() {
    cmake --preset release
    cmake --build --preset release --target duologue duologue-cli duologue_cli_man
    cmake --install build/release --prefix "$work/usr"
}

desktop_entry() {
    desktop-file-validate "$work/usr/share/applications/$id.desktop"
    # Folders come last: the file manager stays the program for them.
    grep -q '^MimeType=.*;inode/directory;$' "$work/usr/share/applications/$id.desktop"
    local action
    for action in $(sed -n 's/^Actions=//p' "$work/usr/share/applications/$id.desktop" | tr ';' ' '); do
        grep -q "^\[Desktop Action $action\]" "$work/usr/share/applications/$id.desktop"
    done
}

service_menus() {
    grep -q '^Name\[zh_CN\]=' "$work/usr/share/kio/servicemenus/$id.desktop"
    python3 -m py_compile "$work/usr/share/nautilus-python/extensions/duologue_nautilus.py"
}

appstream() {
    appstreamcli validate --no-net "$work/usr/share/metainfo/$id.metainfo.xml"
    appstreamcli validate-tree --no-net "$work/usr"
}

mime() {
    update-mime-database "$work/usr/share/mime"
    local name type
    printf '{"a":1}\n' >"$work/a.jsonl"
    cp "$work/a.jsonl" "$work/a.duologue-view.json"
    cp "$work/a.jsonl" "$work/a.parquet"
    while read -r name type; do
        XDG_DATA_HOME=$work/usr/share gio info -a standard::content-type "$work/$name" |
            grep -F "standard::content-type: $type"
    done <<'TYPES'
a.jsonl application/x-ndjson
a.duologue-view.json application/vnd.duologue.view+json
a.parquet application/vnd.apache.parquet
TYPES
}

# The icon at 16 pixels: not blank, and of more than one colour.
icons() {
    local file=$work/usr/share/icons/hicolor/scalable/apps/$id.svg colours
    colours=$(rsvg-convert -w 16 -h 16 "$file" | convert - -format '%k' info:)
    [ "$colours" -gt 8 ]
    test -s "$work/usr/share/icons/hicolor/symbolic/apps/$id-symbolic.svg"
    ctest --preset asan -R shell_session --no-tests=error
}

manual_pages() {
    local page pages
    pages=$(find "$work/usr/share/man" -name '*.1')
    [ "$(wc -l <<<"$pages")" -eq 4 ]
    for page in $pages; do
        mandoc -T lint -W warning "$page"
    done
}

completions() {
    bash -n "$work"/usr/share/bash-completion/completions/*
    zsh -n "$work"/usr/share/zsh/site-functions/_*
    local file
    for file in "$work"/usr/share/fish/vendor_completions.d/*.fish; do
        fish -n "$file"
    done
    ctest --preset asan -R completion --no-tests=error
}

# The packages of the release build; packaging/package.sh makes those to hand out, with debug symbols.
debian_packages() {
    packaging/deps.sh package
    (umask 022 && cpack --config build/release/CPackConfig.cmake -B "$work/packages")
    # To the end: dpkg-deb fails if nobody reads on.
    dpkg-deb --contents "$work"/packages/duologue-cli_*.deb | grep '\./usr/bin/duologue-cli$'
    if dpkg-deb --field "$work"/packages/duologue-cli_*.deb Depends | grep -i qt; then
        return 1
    fi
    # The flags of the release build are not those of packages, and its zsh folder is every system's.
    local said
    said=$(lintian --pedantic --display-info --no-cfg --suppress-tags initial-upload-closes-no-bugs,spelling-error-in-binary \
        "$work"/packages/*.deb 2>&1 |
        grep -vE 'running with root privileges|hardening-no-|zsh') || true
    echo "$said"
    [ -z "$said" ]
}

other_packages() {
    rpmspec -P packaging/rpm/duologue.spec
    flatpak-builder --show-manifest "packaging/flatpak/$id.yaml"
    mkdir "$work/arch"
    cp packaging/arch/PKGBUILD "$work/arch/"
    chmod 755 "$work"
    # It refuses root, and wants a pacman that it does not use.
    local -a as=()
    if [ "$(id -u)" = 0 ]; then
        chown -R nobody "$work/arch"
        as=(setpriv --reuid=nobody --clear-groups)
    fi
    (cd "$work/arch" && HOME=$work/arch PACMAN=true "${as[@]}" makepkg --printsrcinfo) | grep '^pkgname = '
}

# Every version that is written down is that of CMakeLists.txt.
one_version() {
    local version
    version=$(sed -nE 's/^project\(Duologue VERSION ([0-9.]+) .*/\1/p' CMakeLists.txt)
    grep -q "^pkgver=$version\$" packaging/arch/PKGBUILD
    grep -qE "^Version: +$version\$" packaging/rpm/duologue.spec
    grep -q "^duologue ($version-" packaging/debian/changelog
    grep -q "<release version=\"$version\"" packaging/$id.metainfo.xml
    "$work/usr/bin/duologue-cli" --version | grep -F "$version"
}

# A display of its own with a bare window manager, for a command.
on_display() { # WIDTHxHEIGHT COMMAND…
    local size=$1
    shift
    Xvfb -displayfd 5 -screen 0 "${size}x24" 5>"$work/display" >/dev/null 2>&1 &
    local server=$!
    pids+=("$server")
    while [ ! -s "$work/display" ]; do sleep 0.1; done
    DISPLAY=:$(<"$work/display")
    export DISPLAY
    openbox >/dev/null 2>&1 &
    local code=0
    HOME=$work/home QT_QPA_PLATFORM=xcb "$@" || code=$?
    kill "$server"
    wait "$server" || true
    rm "$work/display"
    return $code
}

with_window() { # COMMAND…: with the window of the sample; its number in $window
    "$work/usr/bin/duologue" --new-window --no-restore "$work/usr/share/duologue/sample" >/dev/null 2>&1 &
    local program=$! code=0
    window=$(timeout 60 xdotool search --sync --onlyvisible --class duologue | tail -n 1)
    "$@" || code=$?
    kill "$program"
    wait "$program" || true
    return $code
}

# What the desktop compares to know whose window it is.
identity() {
    xprop -id "$window" WM_CLASS | grep -F '"duologue"' &&
        grep -x 'StartupWMClass=duologue' "$work/usr/share/applications/$id.desktop"
}

# Waits until the picture shows a window with content, in colours that fit the theme.
picture() { # FILE light|dark
    local mean colours low=0 high=40
    [ "$2" = dark ] || low=60 high=100
    for _ in $(seq 100); do
        import -window "$window" "$1"
        colours=$(convert "$1" -format '%k' info:)
        mean=$(convert "$1" -colorspace Gray -format '%[fx:int(100*mean)]' info:)
        if [ "$colours" -gt 200 ] && [ "$mean" -ge "$low" ] && [ "$mean" -le "$high" ]; then
            return 0
        fi
        sleep 0.1
    done
    echo "$2, scale $QT_SCALE_FACTOR: the window has $colours colours and a mean of $mean %"
    return 1
}

pictures() {
    local scale theme
    for theme in light dark; do
        mkdir -p "$work/home/.config/Duologue"
        printf '[window]\nappearance=%s\n' "$theme" >"$work/home/.config/Duologue/duologue.conf"
        for scale in 1 1.5 2; do
            QT_SCALE_FACTOR=$scale on_display 2880x1800 with_window picture "$work/$theme-$scale.png" "$theme"
        done
    done
}

a_test() { # REGEX
    ctest --preset asan -R "$1" --no-tests=error
}

packaging/deps.sh build test check >&2
row "Complete installation" install_all
row "Application id" on_display 1440x900 with_window identity
row "Desktop entry with actions" desktop_entry
row "Menus of file managers" service_menus
row "AppStream metainfo" appstream
row "File types" mime
row "Icons" icons
row "Manual pages" manual_pages
row "Completions" completions
row "Debian packages" debian_packages
row "RPM, Arch and Flatpak descriptions are parsed" other_packages
row "One version everywhere" one_version
row "Languages: nothing untranslated" a_test translations
row "Settings and cache in XDG places" a_test 'settings_check|stored_settings|index_cache'
row "Light, dark; scale 1, 1.5, 2" pictures
row "Names for screen readers" a_test at_spi
row "Second start" a_test running_program
[ "$failed" -eq 0 ]
