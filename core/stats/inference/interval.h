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

/// What the values of a mean are, which decides how its interval is computed.
enum class MeasureKind : std::uint8_t {
    /// Any number: Student's t.
    Number,
    /// 0 or 1, so that the mean is a share: Wilson's score interval.
    Share,
};

/// For a mean, by Student's t; unknown for fewer than two values.
Interval studentInterval(const Mean& mean);
/// For a share, by Wilson's score; unknown if `n` is 0.
Interval wilsonInterval(double successes, double n);
Interval intervalOf(const Mean& mean, MeasureKind kind);

/// "Student t", "Wilson".
std::string_view methodName(MeasureKind kind);

} // namespace duologue
