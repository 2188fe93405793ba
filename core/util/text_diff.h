// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/util/parallel.h"

#include <cstddef>
#include <cstdint>
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

/// A difference of two texts: what one has instead of what the other has. One of the ranges may be empty, at
/// the position where it lacks the text of the other.
struct Difference {
    DiffRange left;
    DiffRange right;

    bool operator==(const Difference&) const = default;
};

struct TextDiff {
    /// In the order of the texts; everything else is equal.
    std::vector<Difference> differences;
    /// How much of the longer text is in the other one: 0 to 1. It is 1 for two empty texts.
    double shared = 1;
};

/// The tokens that are compared: words, single Chinese, Japanese and Korean characters, runs of white space,
/// single punctuation marks.
std::vector<DiffRange> wordsAndCharacters(std::string_view text, const Job& job = Job());

/// How many steps (some nanoseconds each) a comparison takes at most, unless its caller says otherwise.
inline constexpr std::size_t kMostDiffSteps = 20'000'000;

/// The smallest difference of two lists; the ranges are indices of their elements. Whatever is not compared
/// after `mostSteps` steps counts as one difference. If the job is stopped, the rest does, too. Any thread.
std::vector<Difference> diffSequences(std::vector<std::uint32_t> left, std::vector<std::uint32_t> right,
                                      std::size_t mostSteps = kMostDiffSteps, const Job& job = Job());

/// The smallest difference of two UTF-8 texts by tokens, in bytes. Short equal parts between two longer
/// differences count as different, because they are equal by chance. Bounded like diffSequences(). If the
/// job is stopped, the result is incomplete.
TextDiff diffTexts(std::string_view left, std::string_view right, std::size_t mostSteps = kMostDiffSteps,
                   const Job& job = Job());

} // namespace duologue
