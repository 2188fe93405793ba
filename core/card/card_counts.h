// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job.h"
#include "core/stats/inference/interval.h"
#include "core/table/row_set.h"
#include "core/table/snapshot.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace duologue {

/// Values of a field with the number of records (or messages) that have each.
struct CardField {
    std::string title;
    std::vector<std::pair<std::string, std::uint64_t>> values;
    bool ofMessages = false;
    /// Records (or messages) that have no value.
    std::uint64_t missing = 0;
};

/// Lengths of texts in characters.
struct CardLengths {
    std::string role;
    std::uint64_t messages = 0;
    double mean = 0;
    std::uint32_t least = 0;
    std::uint32_t median = 0;
    std::uint32_t most = 0;
};

struct CardRating {
    std::string title;
    Mean mean;
    Interval interval;
    ValueScale scale;
};

/// Every number of a dataset card, for `rows` alone.
struct CardCounts {
    std::uint64_t files = 0;
    std::uint64_t records = 0;
    /// Those of them that cannot be read: they are in no CardField.
    std::uint64_t broken = 0;
    std::uint64_t messages = 0;
    std::uint64_t characters = 0;
    CardField formats;
    CardField splits;
    CardField languages;
    CardField turns;
    std::vector<CardLengths> lengths;
    /// Topics, intents, marks and other fields of few values.
    std::vector<CardField> labels;
    std::vector<CardRating> ratings;
};

CardCounts countForCard(const Snapshot& snapshot, const RowSet& rows, const Job& job);

} // namespace duologue
