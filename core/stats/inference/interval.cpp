// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/inference/interval.h"

#include "core/stats/inference/distributions.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace duologue {

namespace {

constexpr double kIntervalNone = std::numeric_limits<double>::quiet_NaN();
/// The quantile for a two-sided interval of 95 %.
constexpr double kIntervalUpper = 0.975;

} // namespace

Interval studentInterval(const Mean& mean)
{
    if (mean.n < 2)
        return {kIntervalNone, kIntervalNone};
    const auto n = static_cast<double>(mean.n);
    const double half = studentQuantile(kIntervalUpper, n - 1) * mean.deviation() / std::sqrt(n);
    return {mean.mean() - half, mean.mean() + half};
}

Interval wilsonInterval(double successes, double n)
{
    if (!(n > 0))
        return {kIntervalNone, kIntervalNone};
    static const double z = normalQuantile(kIntervalUpper);
    const double share = successes / n;
    const double square = z * z / n;
    const double centre = (share + square / 2) / (1 + square);
    const double half = z / (1 + square) * std::sqrt(share * (1 - share) / n + square / (4 * n));
    return {std::max(0.0, centre - half), std::min(1.0, centre + half)};
}

Interval intervalOf(const Mean& mean, MeasureKind kind)
{
    return kind == MeasureKind::Share ? wilsonInterval(mean.sum, static_cast<double>(mean.n))
                                      : studentInterval(mean);
}

std::string_view methodName(MeasureKind kind)
{
    return kind == MeasureKind::Share ? "Wilson" : "Student t";
}

} // namespace duologue
