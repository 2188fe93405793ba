// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/language/alphabet.h"

#include "core/base/language/latin_language.h"
#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <iterator>

namespace duologue {

namespace {

enum class Alphabet : std::uint8_t { Cyrillic, Arabic, Hebrew, Thai, Devanagari, Greek, Unknown };
constexpr std::size_t kAlphabetCount = 7;

struct LetterBlock {
    char32_t first;
    char32_t last;
    Alphabet alphabet;
    /// Letters that Russian or Arabic does not have.
    bool isForeign = false;
};

constexpr LetterBlock kLetterBlocks[] = {
    {0x0370, 0x03FF, Alphabet::Greek},        {0x0400, 0x0400, Alphabet::Cyrillic, true},
    {0x0401, 0x0401, Alphabet::Cyrillic},     {0x0402, 0x040F, Alphabet::Cyrillic, true},
    {0x0410, 0x044F, Alphabet::Cyrillic},     {0x0450, 0x0450, Alphabet::Cyrillic, true},
    {0x0451, 0x0451, Alphabet::Cyrillic},     {0x0452, 0x052F, Alphabet::Cyrillic, true},
    {0x0590, 0x05FF, Alphabet::Hebrew},       {0x0600, 0x0670, Alphabet::Arabic},
    {0x0671, 0x06D3, Alphabet::Arabic, true}, {0x06D4, 0x06FF, Alphabet::Arabic},
    {0x0750, 0x077F, Alphabet::Arabic, true}, {0x0900, 0x097F, Alphabet::Devanagari},
    {0x0E00, 0x0E7F, Alphabet::Thai},         {0x1F00, 0x1FFF, Alphabet::Greek},
};

struct LetterCounts {
    std::array<std::size_t, kAlphabetCount> letters{};
    std::size_t foreign = 0;
    /// Letters that of the languages in Cyrillic letters Russian has, but Bulgarian and Macedonian do not.
    std::size_t russian = 0;
};

/// Looks at the first letters beyond ASCII, which are enough to tell.
LetterCounts countLetters(std::string_view utf8)
{
    constexpr std::size_t kMostLetters = 400;
    LetterCounts counts;
    std::size_t seen = 0;
    for (std::size_t at = 0; at < utf8.size() && seen < kMostLetters;) {
        if (static_cast<unsigned char>(utf8[at]) < 0x80) {
            ++at;
            continue;
        }
        const CodePoint point = codePointAt(utf8.substr(at));
        at += std::max<std::size_t>(point.length, 1);
        // Latin letters with accents, and punctuation.
        if (point.length < 2 || point.value < 0x0370 || (point.value >= 0x2000 && point.value <= 0x303F))
            continue;
        ++seen;
        const auto block =
            std::find_if(std::begin(kLetterBlocks), std::end(kLetterBlocks), [&](const LetterBlock& each) {
                return point.value >= each.first && point.value <= each.last;
            });
        const Alphabet alphabet = block == std::end(kLetterBlocks) ? Alphabet::Unknown : block->alphabet;
        ++counts.letters[static_cast<std::size_t>(alphabet)];
        counts.foreign += block != std::end(kLetterBlocks) && block->isForeign ? 1 : 0;
        const char32_t letter = point.value;
        counts.russian += letter == 0x042B || letter == 0x042D || letter == 0x0401 || letter == 0x044B ||
                                  letter == 0x044D || letter == 0x0451
                              ? 1
                              : 0;
    }
    return counts;
}

} // namespace

Language languageByAlphabet(std::string_view utf8)
{
    const LetterCounts counts = countLetters(utf8);
    const auto most = std::max_element(counts.letters.begin(), counts.letters.end());
    // A name from another language makes no other text.
    const bool isForeign = counts.foreign * 50 > *most;
    const bool isLong = *most >= kFewestLetters;
    switch (static_cast<Alphabet>(most - counts.letters.begin())) {
    case Alphabet::Cyrillic:
        if (isForeign || (isLong && counts.russian == 0 && isOtherThan("ru", utf8)))
            return Language::Other;
        return Language::Russian;
    case Alphabet::Arabic:
        return isForeign ? Language::Other : Language::Arabic;
    case Alphabet::Hebrew:
        return Language::Hebrew;
    case Alphabet::Thai:
        return Language::Thai;
    case Alphabet::Devanagari:
        return isLong && isOtherThan("hi", utf8) ? Language::Other : Language::Hindi;
    case Alphabet::Greek:
        return Language::Greek;
    case Alphabet::Unknown:
        break;
    }
    return Language::Other;
}

} // namespace duologue
