// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace duologue {

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

} // namespace duologue
