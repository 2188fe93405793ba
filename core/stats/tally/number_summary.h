// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job.h"
#include "core/stats/inference/mean.h"
#include "core/table/field_reader.h"
#include "core/table/row_set.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace duologue {

/// What there is to know of a field's numbers among some rows without keeping them.
struct NumberSummary {
    /// Of more different values than that none is kept.
    static constexpr std::size_t kMostValues = 64;

    Mean mean;
    /// Of the finite ones; both 0 where there is none.
    double low = 0;
    double high = 0;
    /// Every finite one is a whole number.
    bool whole = true;
    /// Each different value and how often it is there, in rising order; only where hasValues.
    std::vector<std::pair<double, std::uint64_t>> values;
    bool hasValues = true;
};

/// Of the records in `rows`, or of their messages where the field is one of messages. On all cores, the same
/// for any number of them. Incomplete when the job was asked to stop, which it looks at every 32 k rows.
NumberSummary summaryOf(const Snapshot& snapshot, const RowSet& rows, const FieldReader& field,
                        const Job& job);

} // namespace duologue
