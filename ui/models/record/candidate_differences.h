// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/conversation.h"
#include "core/util/text_diff.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <vector>

namespace duologue::ui {

/// The differences between the candidates of a record. Each is compared with the preferred one (aligned or
/// chosen, otherwise the first); a pair is compared in both directions. Texts with little in common are not
/// compared, because every word would be marked.
struct CandidateDifferences {
    struct Marks {
        /// The byte ranges that the other text lacks.
        std::vector<DiffRange> ranges;
        /// The number of the first of them; all differences are numbered in reading order.
        int first = 0;
    };

    /// By index of the text in Conversation::texts. Texts that were not compared have no entry.
    std::map<std::uint32_t, Marks> marks;
    /// The number of differences.
    int count = 0;
    /// The number of candidates that were not compared because they have too little in common.
    int unlike = 0;
    /// The number of candidates that were to be compared with the preferred one: the others of the first
    /// `among`.
    int compared = 0;
    std::size_t among = 0;
};

using CandidateDifferencesPtr = std::shared_ptr<const CandidateDifferences>;

/// Very long candidates may take some tenths of a second. Any thread.
CandidateDifferences differencesOf(const Conversation& conversation);

/// The candidate that the others are compared with.
std::size_t preferredCandidate(const Conversation& conversation);

} // namespace duologue::ui
