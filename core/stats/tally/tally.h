// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job.h"
#include "core/stats/inference/mean.h"
#include "core/stats/tally/bins.h"
#include "core/stats/tally/group_value.h"
#include "core/table/field_reader.h"
#include "core/table/row_set.h"

#include <string>
#include <vector>

namespace duologue {

struct TallyRow {
    /// One for each field.
    std::vector<GroupValue> values;
    std::uint64_t n = 0;
    std::vector<Mean> means;
};

/// The order of the values of a field: numbers before words.
bool comesBefore(const GroupValue& a, const GroupValue& b);

/// Records (or messages) counted by the values of one or two fields, with means of others.
struct Tally {
    std::vector<FieldInfo> by;
    std::vector<FieldInfo> means;
    /// Sorted by value, numbers before words.
    std::vector<TallyRow> rows;
    /// Messages were counted, not records.
    bool ofMessages = false;
    /// Records (or messages) that have no value of some field and are in no row.
    std::uint64_t withoutValue = 0;
};

/// Groups `rows` by the fields; a record with several values counts in each. Message fields count messages.
/// Runs on all cores, with the same result for any number of them, to the last bit. Without rows when the job
/// was asked to stop, which it looks at every 32 k rows. `bins` has one entry for each field of `by`, or
/// none: numbers of a field with bins are grouped by them.
Tally tally(const Snapshot& snapshot, const RowSet& rows, const std::vector<FieldReader>& by,
            const std::vector<FieldReader>& means, const Job& job, const std::vector<Bins>& bins = {});

} // namespace duologue
