// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/statistics.h"

#include <algorithm>
#include <boost/math/distributions/chi_squared.hpp>
#include <boost/math/distributions/hypergeometric.hpp>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <limits>

namespace duologue {

double Mean::mean() const
{
    return n == 0 ? std::numeric_limits<double>::quiet_NaN() : sum / static_cast<double>(n);
}

double Mean::deviation() const
{
    if (n < 2)
        return std::numeric_limits<double>::quiet_NaN();
    const auto count = static_cast<double>(n);
    const double squares = sumOfSquares - sum * sum / count;
    // What rounding may leave of equal values.
    const double noise = sumOfSquares * std::numeric_limits<double>::epsilon() * (4 + std::sqrt(count));
    return squares > noise ? std::sqrt(squares / (count - 1)) : 0;
}

namespace {

namespace math = boost::math;

constexpr double kUndefined = std::numeric_limits<double>::quiet_NaN();

/// Boost returns a value such as NaN on errors instead of throwing.
using Quiet = math::policies::policy<math::policies::domain_error<math::policies::ignore_error>,
                                     math::policies::pole_error<math::policies::ignore_error>,
                                     math::policies::overflow_error<math::policies::ignore_error>,
                                     math::policies::underflow_error<math::policies::ignore_error>,
                                     math::policies::evaluation_error<math::policies::ignore_error>>;

} // namespace

double studentQuantile(double probability, double degrees)
{
    if (!(degrees > 0) || !(probability > 0 && probability < 1))
        return kUndefined;
    return math::quantile(math::students_t_distribution<double, Quiet>(degrees), probability);
}

double normalQuantile(double probability)
{
    if (!(probability > 0 && probability < 1))
        return kUndefined;
    return math::quantile(math::normal_distribution<double, Quiet>(), probability);
}

double chiSquareTail(double value, double degrees)
{
    if (!(degrees > 0) || !(value >= 0))
        return kUndefined;
    return math::cdf(math::complement(math::chi_squared_distribution<double, Quiet>(degrees), value));
}

double fisherExact(const TwoByTwo& table)
{
    const std::uint64_t total = table.a + table.b + table.c + table.d;
    constexpr std::uint64_t kLargest = std::numeric_limits<unsigned>::max();
    if (total == 0 || total > kLargest)
        return kUndefined;
    const auto marked = static_cast<unsigned>(table.a + table.c);
    const auto drawn = static_cast<unsigned>(table.a + table.b);
    const auto all = static_cast<unsigned>(total);
    const math::hypergeometric_distribution<double, Quiet> distribution(marked, drawn, all);
    const unsigned first = marked + drawn > all ? marked + drawn - all : 0;
    const unsigned last = std::min(marked, drawn);
    const double here = math::pdf(distribution, static_cast<unsigned>(table.a));
    // Rounding makes tables that are equally likely differ a little.
    constexpr double kAlike = 1 + 1e-7;
    double sum = 0;
    for (unsigned k = first; k <= last; ++k) {
        const double each = math::pdf(distribution, k);
        sum += each <= here * kAlike ? each : 0;
    }
    return std::min(1.0, sum);
}

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
