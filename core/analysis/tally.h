// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/count.h"
#include "core/analysis/statistics.h"
#include "core/data/field_reader.h"
#include "core/data/row_set.h"
#include "core/util/parallel.h"

#include <optional>
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
    /// Messages whose mark is not a judgement ("unclear"), where the means are of marks; they are in no row.
    std::uint64_t notJudged = 0;
    /// Empty, or for each mean of which the values are those of messages although records are counted: how
    /// many records have such values, as often as they are counted in rows.
    std::vector<std::optional<std::uint64_t>> recordsOfMeans;
};

/// The rows of a tally, sorted by value, with the counts of one set. Those of texts that are equal but were
/// counted by themselves are one row.
std::vector<TallyRow> tallyRows(Counts& counts, const Job& job);

/// Where messages are counted, "length" is theirs, as in conditions on messages: replaces the records' field
/// of that name.
void useMessageLengths(const Snapshot& snapshot, std::vector<FieldReader>& by,
                       std::vector<FieldReader>& means);

/// Groups `rows` by the fields; a record with several values counts in each. Message fields count messages,
/// whatever the request says. The result has no rows if the job was stopped.
Tally tally(const Snapshot& snapshot, const RowSet& rows, CountRequest request, const Job& job);

} // namespace duologue
