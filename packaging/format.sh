#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Formats every C++ file of the repository according to .clang-format.
#
#   packaging/format.sh            rewrites the files that differ
#   packaging/format.sh --check    prints the differences and exits with 1 if there are any; also files and folders that
#                                  are too long, and lines that no source may have
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

breaches=0
breach() {
    echo "$1"
    breaches=$((breaches + 1))
}

longest=1200
most_in_folder=40
while read -r lines file; do
    [ "$file" = total ] || [ "$lines" -le "$longest" ] || breach "$file: $lines lines, of which $longest are allowed"
done < <(printf '%s\0' "${existing[@]}" | xargs -0 wc -l)
while read -r count folder; do
    [ "$count" -le "$most_in_folder" ] || breach "$folder: $count files, of which $most_in_folder are allowed"
done < <(printf '%s\n' "${existing[@]}" | grep -v '^tests/' | sed 's|/[^/]*$||' | sort | uniq -c)
while read -r file; do
    breach "$file: the first line is not that of the licence"
done < <(printf '%s\0' "${existing[@]}" | xargs -0 grep -L -m1 '^// SPDX-License-Identifier: ')
while read -r file; do
    breach "$file: #pragma once is missing"
done < <(printf '%s\0' "${existing[@]}" | grep -z '\.h$' | xargs -0 grep -L '^#pragma once')
# What is to be done stands in no comment, a folder of one machine nowhere, and a nested event loop in no code.
while read -r line; do
    breach "$line"
done < <(
    git grep -nE --untracked '\b(TO''DO|FIX''ME)\b|(^|[^[:alnum:]_.])/(wo''rk|ho''me/[a-z]+)/' -- \
        '*.cpp' '*.h' '*.sh' '*.md' '*.txt' '*.cmake' ':!tests/data' ':!tests/cli'
    git grep -nE --untracked '^[^/*]*\bprocessEvents\(' -- app core ui
)

# Most of the time all is well.
if printf '%s\0' "${existing[@]}" | xargs -0 -P "$(nproc)" -n 50 "$program" --dry-run -Werror 2>/dev/null; then
    echo "All ${#existing[@]} files are laid out as .clang-format says"
    [ "$breaches" -eq 0 ]
    exit
fi

differing=0
for source in "${existing[@]}"; do
    difference=$("$program" "$source" | diff -u --label "$source" --label "$source, formatted" "$source" -) && continue
    differing=$((differing + 1))
    printf '%s: %d lines\n' "$source" "$(grep -c '^[-+][^-+]' <<<"$difference")"
    head -n 30 <<<"$difference" | sed 's/^/    /'
done
echo "$differing of ${#existing[@]} files are not laid out as .clang-format says"
[ "$differing" -eq 0 ] && [ "$breaches" -eq 0 ]
