// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/language/latin_language.h"

#include "core/base/ascii.h"
#include "core/base/simd/english_words.h"
#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <cstdio> // CLD2's header lacks it
#include <iterator>

#include <cld2/public/compact_lang_det.h>
#include <cld2/public/encodings.h>

namespace duologue {

namespace {

/// Frequent words that are written so in no other language, or rarely.
constexpr std::string_view kEnglishWords[] = {
    "the",   "and",    "of",    "you",     "your",  "with",  "that",   "this",    "have",  "what",
    "how",   "would",  "could", "should",  "which", "there", "their",  "they",    "these", "from",
    "about", "please", "some",  "because", "when",  "where", "why",    "who",     "it",    "need",
    "want",  "make",   "good",  "first",   "write", "give",  "answer", "question"};
/// Frequent words of other languages that English does not have.
constexpr std::string_view kForeignWords[] = {
    "der",  "das",  "und", "ist", "nicht", "ein", "eine", "ich",  "zu",   "mit", "le",    "les",
    "des",  "et",   "est", "une", "que",   "por", "pour", "dans", "el",   "los", "las",   "un",
    "una",  "para", "di",  "il",  "che",   "per", "non",  "het",  "een",  "van", "ik",    "niet",
    "da",   "em",   "og",  "och", "att",   "som", "det",  "en",   "yang", "dan", "untuk", "nie",
    "jest", "na",   "ve",  "bir", "ja",    "ang", "ng",   "de",   "la",   "y",   "o",     "je",
    "se",   "si",   "av",  "jag", "saya",  "ini", "itu",  "wie",  "kann", "sie"};

/// The letters of a word of at most eight in one number; 0 for other words.
constexpr std::uint64_t wordNumber(std::string_view word)
{
    std::uint64_t number = 0;
    if (word.size() > sizeof(number))
        return 0;
    for (const char c : word)
        number = number << 8U | static_cast<unsigned char>(c);
    return number;
}

enum class WordOrigin : std::uint8_t { Unknown, English, Foreign };

/// Known words by their numbers, in a table that is at most a third full.
class WordTable {
public:
    constexpr WordTable()
    {
        for (const std::string_view word : kEnglishWords)
            add(word, WordOrigin::English);
        for (const std::string_view word : kForeignWords)
            add(word, WordOrigin::Foreign);
    }

    constexpr WordOrigin origin(std::uint64_t number) const
    {
        for (std::size_t at = slot(number); m_numbers[at] != 0; at = (at + 1) % kSlots) {
            if (m_numbers[at] == number)
                return m_origins[at];
        }
        return WordOrigin::Unknown;
    }

private:
    static constexpr std::size_t kSlots = 512;

    static constexpr std::size_t slot(std::uint64_t number)
    {
        constexpr std::uint64_t kMix = 0x9E37'79B9'7F4A'7C15U;
        return static_cast<std::size_t>(number * kMix >> 55U);
    }

    constexpr void add(std::string_view word, WordOrigin origin)
    {
        const std::uint64_t number = wordNumber(word);
        std::size_t at = slot(number);
        while (m_numbers[at] != 0)
            at = (at + 1) % kSlots;
        m_numbers[at] = number;
        m_origins[at] = origin;
    }

    std::array<std::uint64_t, kSlots> m_numbers{};
    std::array<WordOrigin, kSlots> m_origins{};
};

constexpr WordTable kWordTable;

bool isLatinWordByte(char c)
{
    const char lower = lowerAscii(c);
    return (lower >= 'a' && lower <= 'z') || static_cast<unsigned char>(c) >= 0x80;
}

/// What the known words at the beginning say; Unknown if they do not agree or are too few.
WordOrigin originByWords(std::string_view utf8)
{
    constexpr std::size_t kMostBytes = 400;
    int english = 0;
    int foreign = 0;
    std::uint64_t number = 0;
    std::size_t letters = 0;
    const std::size_t end = std::min(utf8.size(), kMostBytes);
    for (std::size_t at = 0; at <= end; ++at) {
        const char c = at < end ? utf8[at] : ' ';
        if (isLatinWordByte(c)) {
            number = number << 8U | static_cast<unsigned char>(lowerAscii(c));
            ++letters;
            continue;
        }
        if (letters > 0 && letters <= sizeof(number)) {
            const WordOrigin origin = kWordTable.origin(number);
            english += origin == WordOrigin::English ? 1 : 0;
            foreign += origin == WordOrigin::Foreign ? 1 : 0;
        }
        number = 0;
        letters = 0;
    }
    if (english > 8 * foreign)
        return WordOrigin::English;
    return foreign >= 3 && english == 0 ? WordOrigin::Foreign : WordOrigin::Unknown;
}

/// The code of the language that CLD2 is sure of; empty if it is not.
std::string_view languageByCld2(std::string_view utf8)
{
    constexpr std::size_t kMostBytes = 1000;
    const std::string_view text = utf8.substr(0, wholeCharacters(utf8, kMostBytes));
    constexpr std::size_t kFound = 3;
    std::array<CLD2::Language, kFound> languages{};
    std::array<int, kFound> percents{};
    std::array<double, kFound> scores{};
    const CLD2::CLDHints hints{nullptr, nullptr, CLD2::UNKNOWN_ENCODING, CLD2::UNKNOWN_LANGUAGE};
    int bytes = 0;
    int validBytes = 0;
    bool isReliable = false;
    const CLD2::Language found = CLD2::ExtDetectLanguageSummaryCheckUTF8(
        text.data(), static_cast<int>(text.size()), true, &hints, 0, languages.data(), percents.data(),
        scores.data(), nullptr, &bytes, &isReliable, &validBytes);
    return isReliable && found != CLD2::UNKNOWN_LANGUAGE ? CLD2::LanguageCode(found) : std::string_view();
}

} // namespace

Language latinLanguageOf(std::string_view utf8)
{
    if (hasEnglishWords(utf8))
        return Language::English;
    const WordOrigin origin = originByWords(utf8);
    if (origin == WordOrigin::Unknown)
        return isOtherThan("en", utf8) ? Language::Other : Language::English;
    return origin == WordOrigin::English ? Language::English : Language::Other;
}

bool isOtherThan(std::string_view code, std::string_view utf8)
{
    const std::string_view found = languageByCld2(utf8);
    return !found.empty() && found != code;
}

} // namespace duologue
