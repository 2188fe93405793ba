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

/// Mean, range and distinct values of a field's numbers among some rows.
struct NumberSummary {
    /// If there are more distinct values, none of them is kept.
    static constexpr std::size_t kMostValues = 64;

    Mean mean;
    /// The smallest and the largest finite number; both 0 if there is none.
    double low = 0;
    double high = 0;
    /// All finite numbers are whole.
    bool whole = true;
    /// The distinct values with their counts, ascending; empty unless hasValues.
    std::vector<std::pair<double, std::uint64_t>> values;
    bool hasValues = true;
};

/// Summarizes the records in `rows`, or their messages if the field is one of messages. Runs on all cores,
/// with the same result for any number of them. Incomplete if the job was stopped, which it checks every 32
/// k rows.
NumberSummary summaryOf(const RowSet& rows, const FieldReader& field, const Job& job);

} // namespace duologue
