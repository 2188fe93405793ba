// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace duologue {

/// Bytes of a text, [begin, end).
struct DiffRange {
    std::size_t begin = 0;
    std::size_t end = 0;

    std::size_t size() const { return end - begin; }
    bool operator==(const DiffRange&) const = default;
};

/// Where two texts part: what one has in place of what the other has. One of the ranges may be empty, at the
/// place where the other one's text is missing.
struct Difference {
    DiffRange left;
    DiffRange right;

    bool operator==(const Difference&) const = default;
};

struct TextDiff {
    /// In the order of the texts; everything outside of them is the same.
    std::vector<Difference> differences;
    /// Of the longer text, how much is in the other one: 0 to 1; of two empty texts all.
    double shared = 1;
};

/// A text as it is compared: words, single Chinese characters and Japanese and Korean ones, runs of white
/// space, single marks of punctuation.
std::vector<DiffRange> wordsAndCharacters(std::string_view text);

/// The least difference of two UTF-8 texts by words and characters, without what agrees by chance between two
/// longer differences. The work is bounded: what is not compared after `mostSteps` steps (some nanoseconds
/// each) counts as one difference. Any thread.
TextDiff diffTexts(std::string_view left, std::string_view right, std::size_t mostSteps = 20'000'000);

} // namespace duologue
