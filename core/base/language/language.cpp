// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/language/language.h"

#include "core/base/language/alphabet.h"
#include "core/base/language/chinese_kind.h"
#include "core/base/language/latin_language.h"
#include "core/base/simd/script_counts.h"
#include "core/base/text.h"

#include <algorithm>
#include <array>

namespace duologue {

namespace {

struct LanguageWords {
    std::string_view code;
    std::string_view name;
};

constexpr std::array<LanguageWords, kLanguageCount> kLanguages{{
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
        return chineseKindOf(utf8);
    case Script::Japanese:
        return Language::Japanese;
    case Script::Korean:
        return Language::Korean;
    case Script::Other:
        return languageByAlphabet(utf8);
    }
    // Letters with an accent take one or two more bytes.
    const std::size_t letters = scripts.latin + scripts.continuations / 2;
    return letters < kFewestLetters ? Language::English : latinLanguageOf(utf8);
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
    return {languageBy(scripts, utf8), utf8.size() - scripts.continuations};
}

} // namespace duologue
