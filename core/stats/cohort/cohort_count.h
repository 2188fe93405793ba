// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job.h"
#include "core/stats/tally/number_summary.h"
#include "core/table/field_reader.h"
#include "core/table/row_set.h"

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace duologue {

/// What one field says of several sets of rows.
struct FieldCounts {
    /// By set. Only of fields that have a mean.
    std::vector<NumberSummary> numbers;
    /// How often each value is there: by value, then by set. Of all other fields.
    std::map<std::string, std::vector<std::uint64_t>> values;
};

/// What several fields say of them.
struct CohortCounts {
    /// One for each field that was asked for.
    std::vector<FieldCounts> fields;
    /// By set.
    std::vector<std::uint64_t> messages;
};

/// Messages' marks, numbers and levels have one; everything else has shares.
bool hasMean(const FieldReader& field);

/// Of the records of each set, or of their messages where a field is one of messages. Sets may overlap. Looks
/// at every row and message once for all fields and sets, on all cores; the same for any number of them.
/// Incomplete when the job was asked to stop, which it looks at every 32 k rows.
CohortCounts countCohorts(const Snapshot& snapshot, std::span<const RowSet* const> sets,
                          std::span<const FieldReader> fields, const Job& job);

} // namespace duologue
