// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace duologue {

/// The language of a text, as far as its script tells: Japanese has kana, Korean hangul, Other is in another
/// alphabet than the Latin one (Russian, Arabic); a text without any letter is English. The reader's columns
/// are Chinese and all others.
enum class Language : std::uint8_t { English, Chinese, Japanese, Korean, Other };
inline constexpr std::size_t kLanguageCount = 5;

/// "en", "zh", "ja", "ko", "other".
std::string_view languageCode(Language language);

/// Characters (code points) in UTF-8 text; of bytes that are none, stray continuation bytes count nothing.
std::size_t characterCount(std::string_view utf8);

/// What a table keeps of a text.
struct TextMeasure {
    Language language = Language::English;
    std::size_t characters = 0;
};

/// Which language a text is written in, by its script: Chinese where Han characters make up a fair share
/// of its letters, Japanese, Korean or Other where kana, hangul or another alphabet prevails.
Language languageOf(std::string_view utf8);

/// languageOf() and characterCount() at the price of one.
TextMeasure measure(std::string_view utf8);

/// The text as find compares it: compatibility forms, case and accents are folded away (NFKC, case
/// folding, marks dropped), so that full-width ＡＢＣ, "abc" and "Äbc" meet "abc". Bytes that are no UTF-8
/// become U+FFFD.
std::string foldForSearch(std::string_view utf8);

/// A character beyond ASCII that foldForSearch() changes, and what becomes of it; empty: it is dropped.
struct FoldedCharacter {
    char32_t character = 0;
    std::u32string folded;
};

/// Those that fold to something with `part` in it, in the order of their numbers; with 0 those that are
/// dropped. The first call takes some milliseconds. Valid for ever; any thread.
std::span<const FoldedCharacter* const> charactersFoldingTo(char32_t part);

/// True where both fold to the same text. Quick when the bytes are equal.
bool equalsFolded(std::string_view left, std::string_view right);

/// The key of a field name: lower case, one "_" for each run of what is no letter or digit; "." stays, as it
/// parts a group from its member ("Rating.Detail Level" is "rating.detail_level").
std::string fieldKey(std::string_view name);

/// What a path ends in behind its last "/": std::filesystem takes paths apart at a price that folders of many
/// files feel.
std::string_view fileNameOf(std::string_view path);

/// The ending of a file's name with its dot (".json"), as std::filesystem::path::extension() has it.
std::string_view endingOf(std::string_view name);

/// Orders names as people do: digits by their value, case ignored ("2.json" before "10.json").
int compareNatural(std::string_view left, std::string_view right);

/// A character and its length in bytes.
struct CodePoint {
    char32_t value = 0;
    std::size_t length = 0;
};

/// The code point at the front of `utf8`; of length 0 where the bytes are not UTF-8.
CodePoint codePointAt(std::string_view utf8);

/// Bytes of the code point at the front of `utf8`; 0 where they are not UTF-8.
std::size_t codePointLength(std::string_view utf8);

/// `bytes`, or a little less, so that no character of the text is cut in two there.
std::size_t wholeCharacters(std::string_view utf8, std::size_t bytes);

/// Adds a code point as UTF-8.
void appendCodePoint(std::string& utf8, char32_t codePoint);

/// Valid UTF-8: bytes that are not become U+FFFD.
std::string toValidUtf8(std::string_view bytes);

/// The shortest text that reads back as the same number; whole numbers have no point and, below 10^15, no
/// exponent.
std::string numberText(double number);

/// The number that a text is, and nothing besides but a plus and white space around it; none where it is no
/// number.
std::optional<double> numberIn(std::string_view text);

/// Without white space at both ends.
std::string_view trimmed(std::string_view text);

} // namespace duologue
