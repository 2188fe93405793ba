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

/// A group of records that is compared with others.
struct Cohort {
    /// As shown: a value of the field, or the text of a query or why it was given up.
    std::string name;
    RowSet rows;
    /// The Chinese name of a value, if `name` is another one.
    std::string chinese = {};
};

/// A numeric field in each cohort. Figures are in the order of the cohorts.
struct NumberComparison {
    FieldInfo field;
    Measure measure;
    std::vector<Mean> means;
    /// Each cohort minus the first one; the entry of the first cohort means nothing.
    std::vector<MeanDifference> differences;
};

/// A categorical field in each cohort.
struct CategoryComparison {
    FieldInfo field;
    std::vector<std::string> values;
    /// Their Chinese names; empty where the value is the only name.
    std::vector<std::string> chinese;
    /// By value, then by cohort.
    std::vector<std::vector<std::uint64_t>> counts;
    /// By cohort.
    std::vector<std::uint64_t> totals;
    ShareTest test;
};

/// The comparison of several cohorts.
struct CohortComparison {
    std::vector<std::string> names;
    /// Cohort::chinese of each.
    std::vector<std::string> chineseNames;
    std::vector<std::uint64_t> records;
    std::vector<std::uint64_t> messages;
    /// Number of records in more than one cohort. If there are any, cohorts are not independent of each
    /// other: differences have no interval and no effect size, and nothing is tested.
    std::uint64_t shared = 0;
    std::vector<NumberComparison> numbers;
    std::vector<CategoryComparison> categories;
};

/// One cohort for each value of the field among `rows`, at most the eight largest, in the order of the
/// values. A record is in the cohort of each of its values.
std::vector<Cohort> cohortsOf(const Snapshot& snapshot, const RowSet& rows, const std::string& field,
                              const Bins& bins, const Job& job);

/// One cohort for each query, with the rows that match it; it has no rows if the query fails.
std::vector<Cohort> cohortsOf(const Snapshot& snapshot, const RowSet& rows, std::span<const Query> queries,
                              const Job& job);

/// Compares cohorts field by field. Without `fields`: sizes, ratings, satisfaction, marks, intents and other
/// fields with few values. Lists are not tested, because their values are not independent of each other.
/// Skips the field `leftOut`, whose values the cohorts are. Incomplete if the job was stopped.
CohortComparison compareCohorts(const Snapshot& snapshot, std::span<const Cohort> cohorts,
                                std::span<const std::string> fields, std::string_view leftOut,
                                const Job& job);

} // namespace duologue
