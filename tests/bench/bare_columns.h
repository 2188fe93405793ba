// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/table/snapshot.h"

#include <cstdint>
#include <vector>

namespace duologue::bench {

/// Tells the compiler that what was counted is wanted. Ends the program where nothing was: a question that
/// finds nothing may not have been asked.
void keep(std::uint64_t value);

/// What the limits read: columns as bare as they can be.
struct Bare {
    std::vector<std::uint32_t> task;
    std::vector<std::uint16_t> turns;
    std::vector<double> detail;
    std::vector<double> alignment;
    std::vector<double> tokens;
    std::vector<std::uint32_t> firstMessage;
    std::vector<std::uint16_t> intentSets;
};

Bare bareOf(const Snapshot& snapshot);

/// Count and two means by turn count.
void bareMeans(const Bare& bare);
void bareHistogram(const Bare& bare);
/// Messages by turn count and intents.
void bareMessages(const Bare& bare);
void bareRange(const Bare& bare);
/// By tokens.
void bareSort(const Bare& bare);

} // namespace duologue::bench
