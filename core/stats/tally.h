// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job.h"
#include "core/record/field_reader.h"
#include "core/record/row_set.h"

#include <optional>
#include <string>
#include <vector>

namespace duologue {

/// Mean of the values that were there; rows without one are left out and not counted in `n`.
struct Mean {
    std::uint64_t n = 0;
    double sum = 0;
    double sumOfSquares = 0;

    void add(double value)
    {
        ++n;
        sum += value;
        sumOfSquares += value * value;
    }
    void add(const Mean& other)
    {
        n += other.n;
        sum += other.sum;
        sumOfSquares += other.sumOfSquares;
    }
    /// NaN where n is 0.
    double mean() const;
    /// Standard deviation of the sample, NaN below two values.
    double deviation() const;
};

/// A value of the field that groups are made by.
struct GroupValue {
    /// As people read it, and as a query term finds it.
    std::string text;
    /// None for categories.
    std::optional<double> number;

    bool operator==(const GroupValue&) const = default;
};

struct TallyRow {
    /// One for each field.
    std::vector<GroupValue> values;
    std::uint64_t n = 0;
    std::vector<Mean> means;
};

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
/// was asked to stop, which it looks at every 32 k rows.
Tally tally(const Snapshot& snapshot, const RowSet& rows, const std::vector<FieldReader>& by,
            const std::vector<FieldReader>& means, const Job& job);

} // namespace duologue
