// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace duologue {

/// A number in a text, however it is written.
struct TextNumber {
    double value = 0;
    /// Bytes of the text.
    std::size_t begin = 0;
    std::size_t end = 0;
    /// Written with digits, not with words.
    bool isDigits = false;
    /// The number of a list item ("3. ", "第三").
    bool isOrdinal = false;
};

/// The numbers of a text in English: digits ("1,200", "2.5", "1/2", "20th", "5k") and words ("three", "twenty
/// five", "two hundred", "half a dozen").
std::vector<TextNumber> englishNumbers(std::string_view text);

/// The numbers of a text in Chinese: digits, also full-width ones and with 万 or 千 behind them, and
/// characters (十二, 两百, 三点五, 一半).
std::vector<TextNumber> chineseNumbers(std::string_view text);

} // namespace duologue
