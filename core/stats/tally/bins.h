// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job.h"
#include "core/stats/tally/group_value.h"
#include "core/stats/tally/number_summary.h"
#include "core/table/field_reader.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace duologue {

/// Bins of equal width for a numeric field with too many distinct values to show each of them. A plain
/// value.
struct Bins {
    /// A field with more distinct values than this is counted in bins.
    static constexpr std::size_t kMostValues = 24;

    /// Lower end of the first bin. Bin i holds the numbers in [low + i * step, low + (i + 1) * step).
    double low = 0;
    double step = 1;
    /// 0 if there are no bins, so that each value is counted by itself.
    std::uint32_t count = 0;
    /// All numbers are whole, so that a bin is shown with both ends included: "20–29".
    bool whole = false;
    /// The first or the last bin also takes all numbers beyond it.
    bool openLow = false;
    bool openHigh = false;

    bool operator==(const Bins&) const = default;

    bool any() const { return count > 0; }
    /// 0 for NaN, else the index of the bin plus one.
    std::uint32_t keyOf(double value) const;
    /// Lower end of the bin with this key.
    double lowOf(std::uint32_t key) const { return low + step * (key - 1); }
    /// The bin as text and, in `number` and `end`, as the bounds of a range query.
    GroupValue valueOf(std::uint32_t key) const;
};

/// About twenty bins of a round width over all of the field's numbers, or over the middle 99 % if outliers
/// would squeeze the rest into few bins. None if there are at most Bins::kMostValues distinct values. Reads
/// every row.
Bins binsFor(const Snapshot& snapshot, const FieldReader& field, const Job& job);

/// The same from a summary of all numbers. Where most of them lie is seen in some of them.
Bins binsFor(const NumberSummary& all, std::vector<double> some);

/// So many are enough for it.
inline constexpr std::size_t kNumbersForBins = std::size_t{1} << 14U;

} // namespace duologue
