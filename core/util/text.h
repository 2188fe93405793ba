// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace duologue {

constexpr bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

/// The white space of JSON.
constexpr bool isBlank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/// A capital letter of ASCII as its small letter; anything else as it is.
constexpr char lowerAscii(char c)
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

/// The other way round.
constexpr char upperAscii(char c)
{
    return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
}

inline std::string lowerAscii(std::string_view text)
{
    std::string lower(text);
    for (char& c : lower)
        c = lowerAscii(c);
    return lower;
}

/// The count of code points in UTF-8 text. In invalid text, stray continuation bytes are not counted.
std::size_t characterCount(std::string_view utf8);

/// The text as searches compare it, without compatibility forms, case and accents (NFKC, case folding, marks
/// dropped): full-width ＡＢＣ, "ABC" and "Äbc" all become "abc". Invalid bytes become U+FFFD.
std::string foldForSearch(std::string_view utf8);

/// A character beyond ASCII that foldForSearch() changes, and its replacement, which may be empty.
struct FoldedCharacter {
    char32_t character = 0;
    std::u32string folded;
};

/// The characters whose replacement contains `part`, in the order of their code points. For 0, those that are
/// dropped. The first call takes some milliseconds. Valid for ever; any thread.
std::span<const FoldedCharacter* const> charactersFoldingTo(char32_t part);

/// Whether both fold to the same text. Fast if the bytes are equal.
bool equalsFolded(std::string_view left, std::string_view right);

/// The key of a field name: lower case, with one "_" for each run of other characters than letters and
/// digits.
/// "." stays, because it separates a group from its member ("Rating.Detail Level" is "rating.detail_level").
std::string fieldKey(std::string_view name);

/// The part of a path after its last "/". std::filesystem is too slow for folders of many files.
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

/// The code point at the front of `utf8`; its length is 0 if the bytes are not UTF-8.
CodePoint codePointAt(std::string_view utf8);

/// The same for text that is known to be valid UTF-8 and not empty, at once for most characters.
inline CodePoint quickCodePoint(std::string_view utf8)
{
    const auto byte = [utf8](std::size_t i) {
        return static_cast<std::uint32_t>(static_cast<unsigned char>(utf8[i]));
    };
    if (byte(0) < 0x80)
        return {static_cast<char32_t>(byte(0)), 1};
    if ((byte(0) & 0xF0U) == 0xE0 && utf8.size() > 2)
        return {static_cast<char32_t>((byte(0) & 0xFU) << 12U | (byte(1) & 0x3FU) << 6U | (byte(2) & 0x3FU)),
                3};
    return codePointAt(utf8);
}

/// The length in bytes of the code point at the front of `utf8`; 0 if they are not UTF-8.
std::size_t codePointLength(std::string_view utf8);

/// `bytes`, or a little less, so that no character is cut in two.
std::size_t wholeCharacters(std::string_view utf8, std::size_t bytes);

/// Adds a code point as UTF-8.
void appendCodePoint(std::string& utf8, char32_t codePoint);

/// The text with invalid bytes replaced by U+FFFD.
std::string toValidUtf8(std::string_view bytes);

/// The shortest text that parses to the same number. Whole numbers have no point and, up to 2^53, no
/// exponent.
std::string numberText(double number);

/// The same for a real number in JSON: it has a point or an exponent ("1.0", "1e+23"), so that it is read as
/// a real number again. `number` is finite.
std::string realText(double number);

/// With so many decimals, at most 20; from 10^15 on as numberText() writes it. Empty for NaN.
std::string decimalsText(double number, int decimals);

/// The number that the whole text is, perhaps with a plus before it and white space around it.
std::optional<double> numberIn(std::string_view text);

/// The text without white space at its ends.
std::string_view trimmed(std::string_view text);

/// Whether there is nothing but spaces of Unicode, control characters and characters without a width.
bool isBlankText(std::string_view text);

/// Whether the ASCII word is in the text as it is spelled, with no letter, digit, "_" or character beyond
/// ASCII next to it.
bool hasWord(std::string_view text, std::string_view word);

/// How many bytes have to be inserted, removed or changed to turn one word into the other (Levenshtein). Time
/// grows with the product of their lengths.
std::size_t editDistance(std::string_view left, std::string_view right);

} // namespace duologue
