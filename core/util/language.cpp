// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/util/language.h"

#include "core/util/languages/chinese_kind.h"
#include "core/util/modules/language_module.h"
#include "core/util/phrase_id.h"
#include "core/util/simd.h"
#include "core/util/text.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <iterator>
#include <string>
#include <vector>

namespace duologue {

/// CLD2 is asked about texts of other alphabets only if they have so many letters: fewer do not tell.
inline constexpr std::size_t kFewestLetters = 40;

/// English, Other or Undetermined, for a text of Script::Latin. The words of most texts tell at once; CLD2,
/// which takes some microseconds, is asked about the rest.
Language latinLanguageOf(std::string_view utf8);

/// Whether CLD2 is sure that a text is in another language than the one with this code.
bool isOtherThan(std::string_view code, std::string_view utf8);

/// The language of a text of Script::Other, by its letters: Cyrillic letters that Russian does not have make
/// it Other, and so do Arabic ones that Arabic does not have (Persian, Urdu).
Language languageByAlphabet(std::string_view utf8);

namespace {

/// Frequent words that are written so in no other language, or rarely.
constexpr std::string_view kEnglishWords[] = {
    "the",   "and",     "of",     "you",    "your",     "with",  "that",   "this",  "have", "what",  "how",
    "would", "could",   "should", "which",  "there",    "their", "they",   "these", "from", "about", "please",
    "some",  "because", "when",   "where",  "why",      "who",   "it",     "need",  "want", "make",  "good",
    "first", "write",   "give",   "answer", "question", "hello", "thanks", "thank", "yes",  "tell",  "great",
    "sure",  "think",   "know",   "does",   "here",     "were",  "been",   "into",  "them", "be",    "my",
    "are",   "she",     "his",    "our",    "any",      "if",    "more",   "only",  "just", "much",  "many",
    "day",   "work",    "find",   "one",    "two",      "too",   "very",   "let",   "try",  "get",   "see",
    "said",  "take",    "look",   "after",  "before",   "again", "always", "never"};
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

struct WordCounts {
    int all = 0;
    int english = 0;
    int foreign = 0;
};

/// Of the words at the beginning.
WordCounts countWords(std::string_view utf8)
{
    constexpr std::size_t kMostBytes = 400;
    WordCounts counts;
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
        counts.all += letters > 0 ? 1 : 0;
        if (letters > 0 && letters <= sizeof(number)) {
            const WordOrigin origin = kWordTable.origin(number);
            counts.english += origin == WordOrigin::English ? 1 : 0;
            counts.foreign += origin == WordOrigin::Foreign ? 1 : 0;
        }
        number = 0;
        letters = 0;
    }
    return counts;
}

/// Why the module could not be opened, once it was needed.
std::atomic<const std::string*> moduleMistake = nullptr;

/// Null if it cannot be opened.
const LanguageModule* languageModule()
{
    static const Module<LanguageModule> module;
    if (module.get() == nullptr)
        moduleMistake = &module.mistake();
    return module.get();
}

/// The code of the language that CLD2 is sure of; empty if it is not.
std::string_view languageByCld2(std::string_view utf8)
{
    const LanguageModule* const module = languageModule();
    if (module == nullptr)
        return {};
    constexpr std::size_t kMostBytes = 1000;
    const std::string_view text = utf8.substr(0, wholeCharacters(utf8, kMostBytes));
    const char* const code = module->sureLanguageOf(text.data(), static_cast<int>(text.size()));
    return code == nullptr ? std::string_view() : code;
}

} // namespace

Language latinLanguageOf(std::string_view utf8)
{
    if (hasEnglishWords(utf8))
        return Language::English;
    const WordCounts words = countWords(utf8);
    if (words.english > 1 && words.english > 8 * words.foreign)
        return Language::English;
    if (words.foreign >= 3 && words.english == 0)
        return Language::Other;
    // A single word may be written the same way in another language.
    const bool seemsEnglish = words.english > 0 && words.foreign == 0;
    const std::string_view found = languageByCld2(utf8);
    if (found == "en" || (found.empty() && seemsEnglish))
        return Language::English;
    // Fewer words are often a name or a term that English has, too ("boutique hotels").
    constexpr int kFewestWords = 3;
    const bool isOther = !found.empty() && !seemsEnglish && words.all >= kFewestWords;
    return isOther ? Language::Other : Language::Undetermined;
}

bool isOtherThan(std::string_view code, std::string_view utf8)
{
    const std::string_view found = languageByCld2(utf8);
    return !found.empty() && found != code;
}

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

namespace {

struct LanguageWords {
    std::string_view code;
    std::string_view name;
};

constexpr std::array<LanguageWords, kLanguageCount + 1> kLanguages{{
    {"en", "English"},
    {"zh", "Chinese"},
    {"zh-hant", "Traditional Chinese"},
    {"ja", "Japanese"},
    {"ko", "Korean"},
    {"ru", "Russian"},
    {"ar", "Arabic"},
    {"he", "Hebrew"},
    {"th", "Thai"},
    {"hi", "Hindi"},
    {"el", "Greek"},
    {"other", "other"},
    {"und", "undetermined"},
}};

Script scriptBy(const ScriptCounts& scripts)
{
    // Japanese has kana between Han characters; Chinese may quote a single one.
    const bool hasKana = scripts.kana > 0 && scripts.kana * 5 >= scripts.han;
    const std::size_t japanese = hasKana ? scripts.kana + scripts.han : 0;
    const std::size_t foreign = japanese + scripts.hangul + scripts.other;
    // A Han character says about as much as three letters.
    if (foreign * 3 > scripts.latin && foreign >= scripts.han) {
        if (japanese >= std::max(scripts.hangul, scripts.other))
            return Script::Japanese;
        return scripts.hangul >= scripts.other ? Script::Korean : Script::Other;
    }
    return scripts.han > 0 && scripts.han * 3 >= scripts.latin ? Script::Han : Script::Latin;
}

Language languageBy(const ScriptCounts& scripts, std::string_view utf8)
{
    switch (scriptBy(scripts)) {
    case Script::Latin:
        break;
    case Script::Han:
        return isTraditionalChinese(utf8) ? Language::TraditionalChinese : Language::Chinese;
    case Script::Japanese:
        return Language::Japanese;
    case Script::Korean:
        return Language::Korean;
    case Script::Other:
        return languageByAlphabet(utf8);
    }
    return scripts.latin > 0 ? latinLanguageOf(utf8) : Language::Undetermined;
}

} // namespace

std::string_view languageCode(Language language)
{
    return kLanguages.at(static_cast<std::size_t>(language)).code;
}

std::string_view languageName(Language language)
{
    return kLanguages.at(static_cast<std::size_t>(language)).name;
}

std::optional<Language> languageOfCode(std::string_view code)
{
    for (std::size_t i = 0; i < kLanguages.size(); ++i) {
        if (equalsFolded(kLanguages[i].code, code))
            return static_cast<Language>(i);
    }
    return std::nullopt;
}

Script scriptOf(std::string_view utf8)
{
    return scriptBy(countScripts(utf8));
}

Language languageOf(std::string_view utf8)
{
    return languageBy(countScripts(utf8), utf8);
}

TextMeasure measure(std::string_view utf8)
{
    const ScriptCounts scripts = countScripts(utf8);
    TextMeasure measured{Language::English, false, utf8.size() - scripts.continuations};
    switch (scriptBy(scripts)) {
    case Script::Latin:
        measured.isLanguageOpen = scripts.latin > 0;
        if (!measured.isLanguageOpen)
            measured.language = Language::Undetermined;
        break;
    case Script::Han:
        measured.language = Language::Chinese;
        measured.isLanguageOpen = true;
        break;
    case Script::Japanese:
        measured.language = Language::Japanese;
        break;
    case Script::Korean:
        measured.language = Language::Korean;
        break;
    case Script::Other:
        measured.language = Language::Other;
        measured.isLanguageOpen = true;
        break;
    }
    return measured;
}

Phrase languageMistake()
{
    const std::string* const mistake = moduleMistake;
    if (mistake == nullptr)
        return {};
    return {PhraseId::LanguagesNotTold, Phrase(PhraseId::ModuleNotOpened, toValidUtf8(*mistake))};
}

} // namespace duologue
