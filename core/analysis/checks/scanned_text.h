// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/util/simd.h"

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace duologue {

/// Bytes of a text.
struct TextSpan {
    std::size_t begin = 0;
    std::size_t end = 0;

    std::string_view in(std::string_view text) const { return text.substr(begin, end - begin); }
};

/// What few texts have, and what checks look for begins with or consists of. Some stand for a few other bytes
/// as well, which only costs time.
enum class Clue : std::uint8_t {
    /// '0' to '9'
    Digit,
    /// Most control characters, but for tabulators and ends of lines
    Control,
    /// '<'
    Less,
    /// '[', '{', '_' and the control character DEL
    Bracket,
    /// '&' and '#'
    Entity,
    /// '@' and '`'
    At,
    /// The first bytes of characters from U+0080 to U+00FF; the other control characters
    Latin,
    /// The first bytes of typographic signs, of a part of Chinese, of full-width signs and damaged characters
    Sign,
    /// Control, zero-width and direction characters
    Invisible,
    /// U+FFFD, or bytes that look like UTF-8 that was read as something else
    Damage,
};

/// A text, and what passes over its bytes, many at a time, tell of it: most checks need not look at most
/// texts, and some only at the numbers.
struct ScannedText {
    std::string_view text;
    ScriptCounts scripts;
    /// Bit i for Clue i.
    std::uint16_t clues = 0;
    /// Runs of digits, in order.
    std::vector<TextSpan> numbers;

    ScannedText() = default;
    explicit ScannedText(std::string_view whole) { scan(whole); }

    /// Begins again with another text, which has to outlive its use.
    void scan(std::string_view another);

    bool has(Clue clue) const { return (clues >> static_cast<unsigned>(clue) & 1U) != 0; }
    bool isAscii() const { return scripts.continuations == 0; }

private:
    void add(Clue clue) { clues = static_cast<std::uint16_t>(clues | 1U << static_cast<unsigned>(clue)); }
    void addNumbers(const std::uint64_t* marks, std::size_t part, std::size_t size);
    void addRareCharacters();
};

} // namespace duologue
