// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/util/phrase.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace duologue {

/// The language of a text, as far as it can be told. Chinese is simplified, or either if the text is too
/// short to tell. Other is any language that has no name here. Undetermined are texts without letters, and
/// those in Latin letters that say too little.
enum class Language : std::uint8_t {
    English,
    Chinese,
    TraditionalChinese,
    Japanese,
    Korean,
    Russian,
    Arabic,
    Hebrew,
    Thai,
    Hindi,
    Greek,
    Other,
    Undetermined,
};
/// Without Undetermined, which is the last one.
inline constexpr std::size_t kLanguageCount = 12;

/// "en", "zh", "zh-hant", "ja", "ko", "ru", "ar", "he", "th", "hi", "el", "other", "und".
std::string_view languageCode(Language language);
/// "English", "Chinese", …
std::string_view languageName(Language language);
/// The language with that code, in any case.
std::optional<Language> languageOfCode(std::string_view code);

constexpr bool isChinese(Language language)
{
    return language == Language::Chinese || language == Language::TraditionalChinese;
}

/// Whether somebody who asks for `asked` wants a text in `language`: whoever asks for Chinese wants either
/// kind.
constexpr bool answers(Language language, Language asked)
{
    return language == asked || (asked == Language::Chinese && isChinese(language));
}

/// Whether a text in `language` is written for somebody who asks for `asked`: so is one whose language cannot
/// be told, such as a number.
constexpr bool isWrittenFor(Language language, Language asked)
{
    return language == Language::Undetermined || answers(language, asked);
}

/// The script that prevails in a text; Latin for a text without letters.
enum class Script : std::uint8_t { Latin, Han, Japanese, Korean, Other };

/// Han if Chinese characters make up a fair share of the letters; Japanese, Korean or Other if kana, hangul
/// or another alphabet than Latin prevails.
Script scriptOf(std::string_view utf8);

/// What reading tells of a text.
struct TextMeasure {
    /// By script alone: English for Latin letters, Chinese for Han characters.
    Language language = Language::English;
    /// languageOf() may be another one.
    bool isLanguageOpen = false;
    std::size_t characters = 0;
};

/// By script, letters and words. A text of fewer than 40 Cyrillic letters is Russian if it has no letter that
/// Russian lacks. Depends on nothing but the text. Any thread.
Language languageOf(std::string_view utf8);

/// What the script tells of the language, and characterCount(): a tenth of the work of languageOf().
TextMeasure measure(std::string_view utf8);

/// Says that languages in Latin letters are not told apart, and why, if that was tried and the module for it
/// (LanguageModule) could not be opened: languageOf() goes by frequent words alone then. Else empty.
Phrase languageMistake();

} // namespace duologue
