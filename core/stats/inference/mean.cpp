// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/inference/mean.h"

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

} // namespace duologue
