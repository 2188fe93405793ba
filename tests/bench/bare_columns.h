// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/snapshot.h"

#include <cstdint>
#include <vector>

namespace duologue::bench {

/// Keeps the compiler from removing the loop that counted. Ends the program if the count is 0: such a loop
/// may not have run.
void keep(std::uint64_t value);

/// The columns that the limits read, as plain vectors.
struct Bare {
    std::vector<CategoryCode> task;
    std::vector<std::uint16_t> turns;
    std::vector<double> detail;
    std::vector<double> alignment;
    std::vector<double> tokens;
    std::vector<std::uint32_t> firstMessage;
    std::vector<std::uint16_t> intents;
};

Bare bareOf(const Snapshot& snapshot);

/// The count and two means for each number of turns.
void bareMeans(const Bare& bare);
void bareHistogram(const Bare& bare);
/// Messages by number of turns and intents.
void bareMessages(const Bare& bare);
void bareRange(const Bare& bare);
/// Sorts by tokens.
void bareSort(const Bare& bare);

} // namespace duologue::bench
