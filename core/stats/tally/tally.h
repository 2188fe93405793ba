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
    /// One per field.
    std::vector<GroupValue> values;
    std::uint64_t n = 0;
    std::vector<Mean> means;
};

/// Sort order of a field's values: numbers come before words.
bool comesBefore(const GroupValue& a, const GroupValue& b);

/// Records (or messages) counted by the values of one or two fields, with means of others.
struct Tally {
    std::vector<FieldInfo> by;
    std::vector<FieldInfo> means;
    /// Sorted by value, numbers before words.
    std::vector<TallyRow> rows;
    /// Messages were counted, not records.
    bool ofMessages = false;
    /// Records (or messages) that lack a value of some field and are therefore in no row.
    std::uint64_t withoutValue = 0;
};

/// Groups `rows` by the fields; a record with several values counts in each. If a field is one of messages,
/// messages are counted. Runs on all cores, with the same result for any number of them, to the last bit.
/// Has no rows if the job was stopped, which it checks every 32 k rows. `bins` is empty or has an entry for
/// each field of `by`: numbers of a field with bins are grouped by them.
Tally tally(const Snapshot& snapshot, const RowSet& rows, const std::vector<FieldReader>& by,
            const std::vector<FieldReader>& means, const Job& job, const std::vector<Bins>& bins = {});

} // namespace duologue
