// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

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

} // namespace duologue
