#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Formats every C++ file of the repository according to .clang-format.
#
#   packaging/format.sh            rewrites the files that differ
#   packaging/format.sh --check    prints the differences and exits with 1 if there are any
#
# clang-format versions differ in details; the one of Debian 12, 14, decides.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root"

program=$(command -v clang-format-14 || command -v clang-format) || {
    echo "There is no clang-format; packaging/deps.sh check installs it." >&2
    exit 1
}

# Includes new files that are not yet added.
mapfile -d '' -t sources < <(git ls-files -z --cached --others --exclude-standard -- '*.h' '*.cpp')
existing=()
for source in "${sources[@]}"; do
    [ ! -f "$source" ] || existing+=("$source")
done

case ${1:-} in
"")
    exec "$program" -i "${existing[@]}"
    ;;
--check) ;;
*)
    echo "usage: packaging/format.sh [--check]" >&2
    exit 2
    ;;
esac

# Most of the time all is well.
if printf '%s\0' "${existing[@]}" | xargs -0 -P "$(nproc)" -n 50 "$program" --dry-run -Werror 2>/dev/null; then
    echo "All ${#existing[@]} files are laid out as .clang-format says"
    exit 0
fi

differing=0
for source in "${existing[@]}"; do
    difference=$("$program" "$source" | diff -u --label "$source" --label "$source, formatted" "$source" -) && continue
    differing=$((differing + 1))
    printf '%s: %d lines\n' "$source" "$(grep -c '^[-+][^-+]' <<<"$difference")"
    head -n 30 <<<"$difference" | sed 's/^/    /'
done
echo "$differing of ${#existing[@]} files are not laid out as .clang-format says"
[ "$differing" -eq 0 ]
