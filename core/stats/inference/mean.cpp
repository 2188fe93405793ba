// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/inference/mean.h"

#include <algorithm>
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
    return std::sqrt(std::max(0.0, (sumOfSquares - sum * sum / count) / (count - 1)));
}

} // namespace duologue
