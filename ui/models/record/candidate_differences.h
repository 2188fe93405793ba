// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/text_diff.h"
#include "core/record/conversation.h"

#include <cstdint>
#include <map>
#include <memory>
#include <vector>

namespace duologue::ui {

/// How the candidates of a record differ: each is compared with the one that the record prefers (aligned or
/// chosen, else the first one), of a pair both ways. Texts that have little in common are not compared: every
/// word of them would be marked.
struct CandidateDifferences {
    struct Marks {
        /// Bytes that the other text has not.
        std::vector<DiffRange> ranges;
        /// Number of the first of them among all, which are numbered as they are read.
        int first = 0;
    };

    /// By the place of the text in Conversation::texts; texts that were not compared are not there.
    std::map<std::uint32_t, Marks> marks;
    /// How many differences there are.
    int count = 0;
    /// Candidates that were not compared because they share too little.
    int unlike = 0;
};

using CandidateDifferencesPtr = std::shared_ptr<const CandidateDifferences>;

/// May take some tenths of a second for very long candidates; any thread.
CandidateDifferences differencesOf(const Conversation& conversation);

/// The candidate that the others are compared with.
std::size_t preferredCandidate(const Conversation& conversation);

} // namespace duologue::ui
