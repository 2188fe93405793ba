// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job.h"
#include "core/query/language/query.h"
#include "core/stats/cohort/comparison_tests.h"
#include "core/stats/inference/interval.h"
#include "core/stats/tally/bins.h"
#include "core/table/row_set.h"
#include "core/table/snapshot.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace duologue {

/// Records that are looked at together, to be held against others.
struct Cohort {
    /// As people read it: a value of the field, or a query's text.
    std::string name;
    RowSet rows;
};

/// A number, cohort by cohort. Figures stand in the order of the cohorts.
struct NumberComparison {
    FieldInfo field;
    MeasureKind kind = MeasureKind::Number;
    std::vector<Mean> means;
    /// Of each cohort from the first one; that of the first is unknown.
    std::vector<MeanDifference> differences;
};

/// Categories, cohort by cohort.
struct CategoryComparison {
    FieldInfo field;
    std::vector<std::string> values;
    /// By value, then by cohort.
    std::vector<std::vector<std::uint64_t>> counts;
    /// By cohort.
    std::vector<std::uint64_t> totals;
    ShareTest test;
};

/// Cohorts side by side.
struct CohortComparison {
    std::vector<std::string> names;
    std::vector<std::uint64_t> records;
    std::vector<std::uint64_t> messages;
    /// Records in more than one of them. Where there are any, cohorts are not independent of each other:
    /// differences have no interval and no effect size, and nothing is tested.
    std::uint64_t shared = 0;
    std::vector<NumberComparison> numbers;
    std::vector<CategoryComparison> categories;
};

/// One for each value of the field among `rows`, the eight largest at most, in the order of the values. A
/// record of several values is in each of theirs.
std::vector<Cohort> cohortsOf(const Snapshot& snapshot, const RowSet& rows, const std::string& field,
                              const Bins& bins, const Job& job);

/// One for each query, of the rows for which it holds; queries that cannot be asked of the dataset have none.
std::vector<Cohort> cohortsOf(const Snapshot& snapshot, const RowSet& rows, std::span<const Query> queries,
                              std::chrono::milliseconds patternTime, const Job& job);

/// Field by field. Lists are not tested: their values are not independent of each other. Without `fields`,
/// sizes, ratings, satisfaction, marks, intents and whatever else has few values. The field
/// `leftOut`, whose values the cohorts are, says nothing about itself. Incomplete when the job was asked to
/// stop.
CohortComparison compareCohorts(const Snapshot& snapshot, std::span<const Cohort> cohorts,
                                std::span<const std::string> fields, std::string_view leftOut,
                                const Job& job);

} // namespace duologue
