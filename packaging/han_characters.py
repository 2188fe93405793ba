#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Prints core/util/languages/han_characters.inc: the characters that only simplified or only traditional
Chinese has. ICU (uconv) says which characters the two write differently, from the variants of Unihan; a
character set that was made for one of the two says which of them the other writes as well.

    packaging/han_characters.py > core/util/languages/han_characters.inc
"""

import subprocess

CHARACTERS = [chr(code) for code in range(0x4E00, 0xA000)]
# Written in simplified texts as well: 囍 as a sign, 瞭 in 瞭望, 昇 in names.
NOT_TRADITIONAL_ONLY = set("囍瞭昇")
# Forms that traditional texts in Hong Kong or in older print have as well.
NOT_SIMPLIFIED_ONLY = set("着卧户却吴吕强决况净凉减凑携殴温册别录")
# Big5 has these as other, rare characters.
ALSO_SIMPLIFIED_ONLY = set("听气万与体儿机极构种网适")
IN_A_LINE = 48


def converted(transform: str) -> dict[str, str]:
    lines = subprocess.run(
        ["uconv", "-f", "utf-8", "-t", "utf-8", "-x", transform],
        input="\n".join(CHARACTERS), encoding="utf-8", stdout=subprocess.PIPE, check=True).stdout.split("\n")
    return dict(zip(CHARACTERS, lines, strict=True))


def is_in(character: str, encoding: str) -> bool:
    try:
        character.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


def print_constant(name: str, characters: list[str]) -> None:
    print(f"constexpr std::string_view {name} =")
    lines = ["".join(characters[at:at + IN_A_LINE]) for at in range(0, len(characters), IN_A_LINE)]
    for i, line in enumerate(lines):
        print(f'    "{line}"' + (";" if i + 1 == len(lines) else ""))


def main() -> None:
    simplified = converted("Traditional-Simplified")
    traditional = converted("Simplified-Traditional")
    print("// SPDX-License-Identifier: GPL-3.0-or-later")
    print("// Made by packaging/han_characters.py.")
    print()
    print_constant("kSimplifiedOnly", [
        c for c in CHARACTERS if c in ALSO_SIMPLIFIED_ONLY or
        (traditional[c] != c and not is_in(c, "big5") and c not in NOT_SIMPLIFIED_ONLY)])
    print()
    print_constant("kTraditionalOnly", [
        c for c in CHARACTERS
        if simplified[c] != c and not is_in(c, "gb2312") and c not in NOT_TRADITIONAL_ONLY])


main()
