// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/stats/inference/mean.h"

#include <cstdint>
#include <string_view>

namespace duologue {

/// Where, with 95 % confidence, what was measured on a sample lies for all it was taken from. Both NaN where
/// the sample does not say.
struct Interval {
    double low = 0;
    double high = 0;

    bool isKnown() const { return low == low && high == high; }
};

/// What the values of a mean are, and so how its interval is made.
enum class MeasureKind : std::uint8_t {
    /// Any number: Student's t.
    Number,
    /// 0 or 1, so that the mean is a share: Wilson's score interval.
    Share,
};

/// Of a mean, by Student's t; unknown below two values.
Interval studentInterval(const Mean& mean);
/// Of a share, by Wilson; unknown for none.
Interval wilsonInterval(double successes, double n);
Interval intervalOf(const Mean& mean, MeasureKind kind);

/// "Student t", "Wilson".
std::string_view methodName(MeasureKind kind);

} // namespace duologue
