// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/statistics.h"
#include "core/data/column.h"
#include "core/data/field_reader.h"
#include "core/data/row_set.h"
#include "core/data/snapshot.h"
#include "core/query/query.h"
#include "core/util/parallel.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace duologue {

/// A value, or a bin of numbers, of the field that records are grouped by.
struct GroupValue {
    /// As shown; for a single value also the text of a query term that finds it.
    std::string text;
    /// Empty for categories. For a bin its lower end, which may be minus infinity.
    std::optional<double> number;
    /// Only for a bin: its upper end, and whether the end belongs to it.
    std::optional<double> end;
    bool endIncluded = false;
    /// Its Chinese name, if `text` is another one.
    std::string chinese = {};

    bool operator==(const GroupValue&) const = default;
};

/// GroupValue::chinese of a category.
inline std::string otherNameOf(const Category& category)
{
    return category.en.empty() || category.zh == category.en ? std::string() : category.zh;
}

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
NumberSummary summaryOf(const Snapshot& snapshot, const RowSet& rows, const FieldReader& field,
                        const Job& job);

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

/// 1, 2 or 5 times a power of ten, at least `rough`, which is above 0: the width of bins, and what axes end
/// at.
double roundStep(double rough);

/// About twenty bins of a round width over all of the field's numbers, or over the middle 99 % if outliers
/// would squeeze the rest into few bins. None if there are at most Bins::kMostValues distinct values. Reads
/// every row.
Bins binsFor(const Snapshot& snapshot, const FieldReader& field, const Job& job);

/// The same from a summary of all numbers. Where most of them lie is seen in some of them.
Bins binsFor(const NumberSummary& all, std::vector<double> some);

/// So many are enough for it.
inline constexpr std::size_t kNumbersForBins = std::size_t{1} << 14U;

/// A query for the numbers from `first` to `last`, each of which may be a single value or a bin. Ends whose
/// digits a double does not hold keep them. Equals the query that its text is parsed to.
Query rangeQuery(std::string_view field, const GroupValue& first, const GroupValue& last);

/// The scale of a rating: the levels that a message can have, else the values of the whole dataset, rounded
/// to a scale that people use: from 0 or 1 to the highest value. All values of the dataset lie on it. Unknown
/// for fields that are no rating. May read every row.
ValueScale scaleOf(const Snapshot& snapshot, const FieldReader& field, const Job& job);

/// The same of a rating of records, from a summary of all of its values.
ValueScale scaleOf(const NumberSummary& all);

/// Fields to group by in a chart: all but free texts, trees and the record number.
std::vector<FieldInfo> groupingFields(const Snapshot& snapshot);
/// Numeric fields of records and of messages whose mean makes sense.
std::vector<FieldInfo> measureFields(const Snapshot& snapshot);
std::vector<FieldInfo> ratingFields(const Snapshot& snapshot);
/// Fields that say how many messages annotators have marked.
std::vector<FieldInfo> markFields(const Snapshot& snapshot);

/// The field with that key; empty if there is none.
std::vector<FieldInfo> fieldNamed(const Snapshot& snapshot, std::string_view key);

/// The ratings with the trait that the formats know, the likeliest first, whether the dataset has them or
/// not.
std::vector<std::string> knownRatings(const Snapshot& snapshot, bool FieldTraits::*trait);

/// What conversations are about, and then the field of that key: the fields that are drawn at first.
std::vector<std::string> topicsAnd(const Snapshot& snapshot, std::string_view key);

} // namespace duologue
