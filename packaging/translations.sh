#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Updates the translations: adds new texts of the window, unfinished, and removes those that are gone.
#
#   packaging/translations.sh
#
# duologue_en.ts holds only texts with a number in them ("%n turn(s)"); the others are English already.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."

program=$(command -v lupdate6 || { [ ! -x /usr/lib/qt6/bin/lupdate ] || echo /usr/lib/qt6/bin/lupdate; })
: "${program:=lupdate}"

# Formats that are data have their titles and rules in JSON.
formats=$(mktemp -d)
trap 'rm -r "$formats"' EXIT
sed -nE 's/^    "(title|rule)": (".*"),$/DUOLOGUE_TEXT("Formats", \2)/p' resources/formats/*.json > "$formats/formats.h"

# With -I, lupdate reads the headers, which tell it the class, and so the context, of each text. core has no Qt: it
# marks its texts with a macro of its own, and those of the catalogue stand in a file that is included (.inc).
options=(-I . -locations none -no-obsolete -source-language en -extensions 'cpp,h,inc,ui'
         -tr-function-alias 'QT_TRANSLATE_NOOP+=DUOLOGUE_TEXT')
"$program" "${options[@]}" core ui app/gui "$formats" -pluralonly -target-language en -ts resources/translations/duologue_en.ts
"$program" "${options[@]}" core ui app/gui "$formats" -target-language zh_CN -ts resources/translations/duologue_zh_CN.ts
