// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/stats/inference/interval.h"
#include "core/stats/tally/number_summary.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace duologue {

/// How far apart two samples are, in a measure that has no unit.
enum class EffectSize : std::uint8_t {
    /// How much more often a value of the second is larger than one of the first than smaller: -1 to 1. For
    /// numbers of few different values, such as ratings.
    CliffsDelta,
    /// The difference in units of the common standard deviation.
    CohensD,
};

/// "Cliff's delta", "Cohen's d".
std::string_view effectName(EffectSize effect);

/// A second mean less a first.
struct MeanDifference {
    /// NaN where a mean is missing.
    double difference = 0;
    /// By Welch's t, which lets spreads differ.
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

/// Whether cohorts share out over values in the same way.
struct ShareTest {
    TestName name = TestName::None;
    std::uint64_t n = 0;
    /// Of chi-square alone.
    double statistic = 0;
    double degrees = 0;
    /// How likely counts at least as uneven are where there is no difference.
    double p = 1;
    /// Cramér's V, 0 to 1.
    double cramersV = 0;
    /// Chi-square is doubtful: some expected count is below 5.
    bool smallCounts = false;
};

/// `counts` by value, then by cohort. Values and cohorts without any count are left out.
ShareTest shareTestOf(const std::vector<std::vector<std::uint64_t>>& counts);

} // namespace duologue
