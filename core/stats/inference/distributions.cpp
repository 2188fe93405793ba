// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/inference/distributions.h"

#include <algorithm>
#include <boost/math/distributions/chi_squared.hpp>
#include <boost/math/distributions/hypergeometric.hpp>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <limits>

namespace duologue {

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

} // namespace duologue
