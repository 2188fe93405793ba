// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/stats/inference/mean.h"

#include <cstdint>
#include <string_view>

namespace duologue {

/// 95 % confidence interval of a mean, share or difference. Both ends are NaN if it is not known.
struct Interval {
    double low = 0;
    double high = 0;

    bool isKnown() const { return low == low && high == high; }
};

/// The lowest and the highest value that a rating can have. Unknown unless `high` is above `low`.
struct ValueScale {
    double low = 0;
    double high = 0;

    bool isKnown() const { return high > low; }
    bool operator==(const ValueScale&) const = default;
};

/// What the values of a mean are, which decides how its interval is computed.
enum class MeasureKind : std::uint8_t {
    /// Any number: Student's t.
    Number,
    /// 0 or 1, so that the mean is a share: Wilson's score interval.
    Share,
    /// On a scale with two ends, which the interval never leaves: ratingInterval().
    Rating,
};

/// A mean that a report computes.
struct Measure {
    MeasureKind kind = MeasureKind::Number;
    /// Only of a rating.
    ValueScale scale = {};

    bool operator==(const Measure&) const = default;
};

/// A rating if the scale is known, else a number.
inline Measure measureOn(ValueScale scale)
{
    return scale.isKnown() ? Measure{MeasureKind::Rating, scale} : Measure{};
}

/// For a mean, by Student's t; unknown for fewer than two values.
Interval studentInterval(const Mean& mean);
/// For a share, by Wilson's score; unknown if `n` is 0.
Interval wilsonInterval(double successes, double n);
/// For a mean of values on a scale: Wilson's score interval with the variance that was seen instead of that
/// of a share, and Student's t instead of the normal quantile, because the variance is estimated. The mean as
/// a part of the scale is p, and its variance is taken to be f p (1 - p) / n (quasi-binomial; Papke and
/// Wooldridge 1996, "Econometric methods for fractional response variables"), so the interval is Wilson's for
/// the effective sample size n / f (Kott and Carr 1997; Dean and Pagano 2015, "Evaluating confidence interval
/// methods for binomial proportions in clustered surveys"). Values that are all the same say nothing about
/// the variance; f is then 1, the largest that is possible. Unknown for fewer than two values. Student's t
/// for values that are not on the scale.
Interval ratingInterval(const Mean& mean, ValueScale scale);
Interval intervalOf(const Mean& mean, const Measure& measure);

/// "Student t", "Wilson", "quasi-binomial Wilson".
std::string_view methodName(MeasureKind kind);

} // namespace duologue
