// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace duologue {

/// What is needed of probability distributions; the one place that knows Boost.Math. NaN where an argument is
/// none that the distribution is defined for.

/// The value that a share of `probability` (0 to 1) lies below, of Student's t with `degrees` of freedom,
/// which need not be whole.
double studentQuantile(double probability, double degrees);

/// Of the standard normal distribution.
double normalQuantile(double probability);

/// How likely a value at least as large is, of chi-square with `degrees` of freedom.
double chiSquareTail(double value, double degrees);

/// Counts of a table of two rows and two columns.
struct TwoByTwo {
    std::uint64_t a = 0;
    std::uint64_t b = 0;
    std::uint64_t c = 0;
    std::uint64_t d = 0;
};

/// Fisher's exact test, two-sided: how likely a table of the same sums is that is no likelier than this one.
double fisherExact(const TwoByTwo& table);

} // namespace duologue
