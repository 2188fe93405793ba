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

/// Wilson's score interval of a share, for a quantile of the normal or another distribution.
Interval scoreInterval(double share, double n, double quantile)
{
    const double square = quantile * quantile / n;
    const double centre = (share + square / 2) / (1 + square);
    const double half = quantile / (1 + square) * std::sqrt(share * (1 - share) / n + square / (4 * n));
    // At 0 and 1 the formula gives them exactly, which rounding does not.
    return {share == 0 ? 0 : std::max(0.0, centre - half), share == 1 ? 1 : std::min(1.0, centre + half)};
}

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
    return scoreInterval(successes / n, n, z);
}

Interval ratingInterval(const Mean& mean, ValueScale scale)
{
    if (mean.n < 2 || !scale.isKnown())
        return studentInterval(mean);
    const auto n = static_cast<double>(mean.n);
    const double width = scale.high - scale.low;
    const double share = (mean.mean() - scale.low) / width;
    const double ofShare = share * (1 - share);
    const double deviation = mean.deviation() / width;
    const double variance = deviation * deviation;
    // More than values on the scale can have. Sums of fractions are not exact.
    constexpr double kRounding = 1e-9;
    if (share < -kRounding || share > 1 + kRounding || variance > ofShare * n / (n - 1) + kRounding)
        return studentInterval(mean);
    const double factor = variance > kRounding && ofShare > kRounding ? variance / ofShare : 1;
    const Interval part =
        scoreInterval(std::clamp(share, 0.0, 1.0), n / factor, studentQuantile(kIntervalUpper, n - 1));
    return {scale.low + part.low * width, scale.low + part.high * width};
}

Interval intervalOf(const Mean& mean, const Measure& measure)
{
    switch (measure.kind) {
    case MeasureKind::Share:
        return wilsonInterval(mean.sum, static_cast<double>(mean.n));
    case MeasureKind::Rating:
        return ratingInterval(mean, measure.scale);
    case MeasureKind::Number:
        break;
    }
    return studentInterval(mean);
}

std::string_view methodName(MeasureKind kind)
{
    switch (kind) {
    case MeasureKind::Share:
        return "Wilson";
    case MeasureKind::Rating:
        return "quasi-binomial Wilson";
    case MeasureKind::Number:
        break;
    }
    return "Student t";
}

} // namespace duologue
