// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/bins.h"
#include "core/data/field_reader.h"
#include "core/data/row_set.h"
#include "core/util/parallel.h"

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace duologue {

/// The figures of one field in several sets of rows.
struct FieldCounts {
    /// By set. Only for fields that have a mean.
    std::vector<NumberSummary> numbers;
    /// How often each value occurs: by value, then by set. Only for fields without a mean.
    std::map<std::string, std::vector<std::uint64_t>> values;
};

/// The figures of several fields in the same sets.
struct CohortCounts {
    /// One for each requested field.
    std::vector<FieldCounts> fields;
    /// Number of messages, by set.
    std::vector<std::uint64_t> messages;
};

/// True for numbers and for the marks and levels of messages. Other fields have shares.
bool hasMean(const FieldReader& field);

/// Counts the records of each set, or their messages if a field is one of messages. Sets may overlap. Reads
/// every row and message once for all fields and sets, on all cores, with the same result for any number of
/// them. Incomplete if the job was stopped, which it checks every 32 k rows.
CohortCounts countCohorts(const Snapshot& snapshot, std::span<const RowSet* const> sets,
                          std::span<const FieldReader> fields, const Job& job);

} // namespace duologue
