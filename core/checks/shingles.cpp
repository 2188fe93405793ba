// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checks/shingles.h"

#include "core/base/ascii.h"
#include "core/base/checksum.h"
#include "core/base/simd/script_counts.h"
#include "core/base/text.h"

#include <algorithm>

namespace duologue {

namespace {

/// Bytes of characters that are letters or digits; for languages with spaces, of words.
struct Unit {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
};

bool isShingleByte(char c)
{
    return isDigit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/// Signs of Chinese and general punctuation.
bool isSignCharacter(char32_t c)
{
    return (c >= 0x2000 && c <= 0x2BFF) || (c >= 0x3000 && c <= 0x303F) || (c >= 0xFF00 && c <= 0xFF0F) ||
           (c >= 0xFF1A && c <= 0xFF20) || (c >= 0x80 && c < 0xC0);
}

void addUnits(std::string_view text, bool joinsLetters, std::vector<Unit>& units)
{
    bool isInWord = false;
    for (std::size_t at = 0; at < text.size();) {
        const char c = text[at];
        std::size_t length = 1;
        bool isLetter = isShingleByte(c);
        if ((c & '\x80') != 0) {
            const CodePoint point = codePointAt(text.substr(at));
            length = std::max<std::size_t>(point.length, 1);
            isLetter = point.length > 0 && !isSignCharacter(point.value);
        }
        if (isLetter) {
            const auto end = static_cast<std::uint32_t>(at + length);
            if (isInWord && joinsLetters)
                units.back().end = end;
            else
                units.push_back({static_cast<std::uint32_t>(at), end});
        }
        isInWord = isLetter;
        at += length;
    }
}

} // namespace

std::vector<std::uint32_t> shinglesOf(std::string_view folded)
{
    const ScriptCounts scripts = countScripts(folded);
    const bool isOfCharacters = (scripts.han + scripts.kana) * 3 > scripts.latin;
    const std::size_t length = isOfCharacters ? 5 : 3;
    std::vector<Unit> units;
    addUnits(folded, !isOfCharacters, units);
    std::vector<std::uint32_t> hashes;
    if (units.empty())
        return hashes;
    const std::size_t count = units.size() < length ? 1 : units.size() - length + 1;
    hashes.reserve(count);
    std::string piece;
    for (std::size_t i = 0; i < count; ++i) {
        piece.clear();
        for (std::size_t j = i; j < std::min(i + length, units.size()); ++j)
            piece.append(folded.substr(units[j].begin, units[j].end - units[j].begin)).append(1, ' ');
        hashes.push_back(static_cast<std::uint32_t>(checksum(piece)));
    }
    std::sort(hashes.begin(), hashes.end());
    hashes.erase(std::unique(hashes.begin(), hashes.end()), hashes.end());
    return hashes;
}

double jaccard(const std::vector<std::uint32_t>& left, const std::vector<std::uint32_t>& right)
{
    std::size_t common = 0;
    auto l = left.begin();
    auto r = right.begin();
    while (l != left.end() && r != right.end()) {
        common += *l == *r ? 1 : 0;
        const bool isLeft = *l <= *r;
        const bool isRight = *r <= *l;
        l += isLeft ? 1 : 0;
        r += isRight ? 1 : 0;
    }
    const std::size_t all = left.size() + right.size() - common;
    return all == 0 ? 0 : static_cast<double>(common) / static_cast<double>(all);
}

} // namespace duologue
