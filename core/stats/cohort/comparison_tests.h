// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/stats/inference/interval.h"
#include "core/stats/tally/number_summary.h"

#include <cstdint>
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

} // namespace duologue
