// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/checks/scanned_text.h"

#include "core/util/prefix_scan.h"

#include <algorithm>
#include <array>
#include <bit>

namespace duologue {

namespace {

constexpr ByteClasses clueClasses()
{
    const auto indexOf = [](Clue clue) { return static_cast<std::size_t>(clue); };
    ByteClasses classes;
    classes.add(indexOf(Clue::Digit), {0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, {3});
    classes.add(indexOf(Clue::Control), {0, 1, 2, 3, 4, 5, 6, 7, 8, 0xB, 0xC, 0xE, 0xF}, {0, 1});
    classes.add(indexOf(Clue::Less), {0xC}, {3});
    classes.add(indexOf(Clue::Bracket), {0xB, 0xF}, {5, 7});
    classes.add(indexOf(Clue::Entity), {3, 6}, {2});
    classes.add(indexOf(Clue::At), {0}, {4, 6});
    classes.add(indexOf(Clue::Latin), {2, 3, 9, 0xA, 0xD}, {1, 0xC});
    classes.add(indexOf(Clue::Sign), {2, 9, 0xF}, {0xE});
    return classes;
}

PrefixScan rareCharacters()
{
    const auto oneOf = NibbleSet::of;
    const auto any = NibbleSet::any();
    constexpr NibbleSet kC1Controls{0xFFFF, 1U << 8U | 1U << 9U};
    PrefixScan scan;
    // U+FFFD and U+FEFF
    scan.add(0, {oneOf("\xEF"), oneOf("\xBF"), oneOf("\xBD"), any});
    scan.add(1, {oneOf("\xEF"), oneOf("\xBB"), oneOf("\xBF"), any});
    // UTF-8 read as Latin-1: "â€", "Ã", "Â", "ï¼"; as GBK: "锟斤拷"
    scan.add(2, {oneOf("\xC3"), oneOf("\x82\x83\xA2\xAF"), oneOf("\xC2\xE2"), any});
    scan.add(3, {oneOf("\xE9"), oneOf("\x94"), oneOf("\x9F"), oneOf("\xE6")});
    // U+0080 to U+009F, U+00AD
    scan.add(4, {oneOf("\xC2"), kC1Controls, any, any});
    scan.add(5, {oneOf("\xC2"), oneOf("\xAD"), any, any});
    // U+200B, U+202A to U+202E; U+2060, U+2066 to U+2069
    scan.add(6, {oneOf("\xE2"), oneOf("\x80"), oneOf("\x8B\xAA\xAB\xAC\xAD\xAE"), any});
    scan.add(7, {oneOf("\xE2"), oneOf("\x81"), oneOf("\xA0\xA6\xA7\xA8\xA9"), any});
    return scan;
}

} // namespace

void ScannedText::scan(std::string_view another)
{
    static constexpr ByteClasses kClasses = clueClasses();
    text = another;
    scripts = countScripts(text);
    clues = 0;
    numbers.clear();
    // Of a long text, a part at a time.
    constexpr std::size_t kPart = 4096;
    std::array<std::uint64_t, kPart / 64> marks;
    for (std::size_t part = 0; part < text.size(); part += kPart) {
        const std::string_view bytes = text.substr(part, kPart);
        const std::uint8_t found = findClasses(bytes, kClasses, marks.data());
        clues = static_cast<std::uint16_t>(clues | found);
        if ((found & 1U) != 0)
            addNumbers(marks.data(), part, bytes.size());
    }
    addRareCharacters();
}

void ScannedText::addNumbers(const std::uint64_t* marks, std::size_t part, std::size_t size)
{
    std::uint64_t before = 0;
    bool isOpen = false;
    const auto add = [&](std::size_t at) {
        if (isOpen)
            numbers.back().end = at;
        // It goes on where the part before ended.
        else if (numbers.empty() || numbers.back().end != at || at != part)
            numbers.push_back({at, at});
        isOpen = !isOpen;
    };
    for (std::size_t i = 0; i * 64 < size; ++i) {
        for (std::uint64_t edges = marks[i] ^ (marks[i] << 1U | before); edges != 0; edges &= edges - 1)
            add(part + i * 64 + static_cast<std::size_t>(std::countr_zero(edges)));
        before = marks[i] >> 63U;
    }
    if (isOpen)
        add(part + size);
}

void ScannedText::addRareCharacters()
{
    const auto hasByte = [this](char byte) { return text.find(byte) != std::string_view::npos; };
    if (has(Clue::Control) || (has(Clue::Bracket) && hasByte('\x7F')) ||
        (has(Clue::Latin) && (hasByte('\x19') || hasByte('\x1A') || hasByte('\x1D'))))
        add(Clue::Invisible);
    if (isAscii() || !(has(Clue::Latin) || has(Clue::Sign)))
        return;
    static const PrefixScan kRare = rareCharacters();
    kRare.find(text, 0, [this](std::size_t at) {
        const auto first = static_cast<unsigned char>(text[at]);
        const bool isReplacement = first == 0xEF && text.substr(at, 3) != "\xEF\xBB\xBF";
        add(first == 0xC3 || first == 0xE9 || isReplacement ? Clue::Damage : Clue::Invisible);
        return has(Clue::Damage) && has(Clue::Invisible);
    });
}

} // namespace duologue
