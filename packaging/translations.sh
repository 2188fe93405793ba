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

# With -I, lupdate reads the headers, which tell it the class, and so the context, of each text.
options=(-I . -locations none -no-obsolete -source-language en)
"$program" ui app/gui "${options[@]}" -pluralonly -target-language en -ts resources/translations/duologue_en.ts
"$program" ui app/gui "${options[@]}" -target-language zh_CN -ts resources/translations/duologue_zh_CN.ts
