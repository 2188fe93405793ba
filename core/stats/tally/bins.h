// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job.h"
#include "core/stats/tally/group_value.h"
#include "core/table/field_reader.h"

#include <cstddef>
#include <cstdint>

namespace duologue {

/// Equal steps that a field's numbers are counted in where their single values are too many to show. A plain
/// value.
struct Bins {
    /// More different values than that are counted in bins.
    static constexpr std::size_t kMostValues = 24;

    /// Where the first one begins; each begins where the one before ends, and does not reach the next.
    double low = 0;
    double step = 1;
    /// 0 for none: every value stands for itself.
    std::uint32_t count = 0;
    /// Numbers are whole: "20–29" has both its ends.
    bool whole = false;
    /// The first and the last one take what lies beyond them, too.
    bool openLow = false;
    bool openHigh = false;

    bool operator==(const Bins&) const = default;

    bool any() const { return count > 0; }
    /// 0 for NaN, else one more than the number of the bin.
    std::uint32_t keyOf(double value) const;
    /// As people read it and, in `number` and `end`, as a range asks for it.
    GroupValue valueOf(std::uint32_t key) const;
};

/// Some twenty of a round width over all of the field's numbers, or over nearly all where few lie far out;
/// none where there are few different values. Looks at every row.
Bins binsFor(const Snapshot& snapshot, const FieldReader& field, const Job& job);

} // namespace duologue
