// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace duologue {

/// Bytes of a text, [begin, end), without white space at the ends.
struct Sentence {
    std::size_t begin = 0;
    std::size_t end = 0;
    /// No other sentence of its line comes before it, or after it.
    bool beginsLine = false;
    bool endsLine = false;

    bool operator==(const Sentence&) const = default;
};

/// The sentences of a text in English, Chinese or a language with their punctuation, in order. A line break
/// ends a sentence; abbreviations and numbers of lists do not. Lines without letters and digits are left out.
std::vector<Sentence> sentencesOf(std::string_view utf8);

} // namespace duologue
