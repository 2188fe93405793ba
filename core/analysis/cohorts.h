// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/bins.h"
#include "core/analysis/statistics.h"
#include "core/data/field_reader.h"
#include "core/data/row_set.h"
#include "core/data/snapshot.h"
#include "core/query/query.h"
#include "core/util/parallel.h"

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace duologue {

/// A measure without a unit of how far two samples are apart.
enum class EffectSize : std::uint8_t {
    /// How much more often a value of the second sample is larger than one of the first than smaller: -1 to
    /// 1. For numbers with few distinct values, such as ratings.
    CliffsDelta,
    /// The difference of the means in units of the pooled standard deviation.
    CohensD,
};

/// "Cliff's delta", "Cohen's d".
std::string_view effectName(EffectSize effect);

/// The second mean minus the first.
struct MeanDifference {
    /// NaN if a mean is missing.
    double difference = 0;
    /// By Welch's t, which allows different variances.
    Interval interval;
    EffectSize effect = EffectSize::CohensD;
    double size = 0;
};

MeanDifference differenceOf(const NumberSummary& first, const NumberSummary& second);

enum class TestName : std::uint8_t {
    /// There is nothing to test: fewer than two cohorts or two values.
    None,
    ChiSquare,
    /// For tables of two by two with an expected count below 5.
    Fisher,
};

/// "chi-square", "Fisher's exact"; empty for none.
std::string_view testName(TestName name);

/// Tests whether all cohorts are distributed over the values in the same way.
struct ShareTest {
    TestName name = TestName::None;
    std::uint64_t n = 0;
    /// Only for chi-square; NaN for Fisher's exact test.
    double statistic = 0;
    double degrees = 0;
    /// Probability of counts at least as uneven if the cohorts do not differ.
    double p = 1;
    /// Cramér's V, 0 to 1.
    double cramersV = 0;
    /// Some expected count is below 5, which makes chi-square doubtful.
    bool smallCounts = false;
};

/// `counts` is indexed by value, then by cohort. Values and cohorts without any count are left out.
ShareTest shareTestOf(const std::vector<std::vector<std::uint64_t>>& counts);

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
    /// FieldCohorts::otherValues.
    std::size_t otherValues = 0;
    std::vector<NumberComparison> numbers;
    std::vector<CategoryComparison> categories;
};

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

/// Counts the records of each set, or their messages if a field is one of messages. Sets may overlap.
/// Incomplete if the job was stopped.
CohortCounts countCohorts(const Snapshot& snapshot, std::span<const RowSet* const> sets,
                          std::span<const FieldReader> fields, const Job& job);

struct FieldCohorts {
    std::vector<Cohort> cohorts;
    /// How many values of the field, or bins of its numbers, have no cohort.
    std::size_t otherValues = 0;
};

/// One cohort for each value of the field among `rows`, at most the eight largest, in the order of the
/// values. A record is in the cohort of each of its values.
FieldCohorts cohortsOf(const Snapshot& snapshot, const RowSet& rows, const std::string& field,
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
