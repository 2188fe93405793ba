// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>

namespace duologue {

/// Sums of values for their mean. Rows without a value are left out and not counted in `n`.
struct Mean {
    std::uint64_t n = 0;
    double sum = 0;
    double sumOfSquares = 0;

    void add(double value)
    {
        ++n;
        sum += value;
        sumOfSquares += value * value;
    }
    void add(const Mean& other)
    {
        n += other.n;
        sum += other.sum;
        sumOfSquares += other.sumOfSquares;
    }
    /// NaN if n is 0.
    double mean() const;
    /// Standard deviation of the sample; NaN for fewer than two values.
    double deviation() const;
};

/// The only code that uses Boost.Math. Functions return NaN if an argument is outside of their domain.

/// Quantile of Student's t: a share of `probability` (0 to 1) of the values is below it. `degrees` of
/// freedom need not be whole.
double studentQuantile(double probability, double degrees);

/// Quantile of the standard normal distribution.
double normalQuantile(double probability);

/// Probability of a value at least this large under chi-square with `degrees` of freedom.
double chiSquareTail(double value, double degrees);

/// Counts of a table of two rows and two columns.
struct TwoByTwo {
    std::uint64_t a = 0;
    std::uint64_t b = 0;
    std::uint64_t c = 0;
    std::uint64_t d = 0;
};

/// Two-sided Fisher's exact test: the probability of all tables with the same sums that are no likelier.
double fisherExact(const TwoByTwo& table);

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
