// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/tally/value_scale.h"

#include <algorithm>
#include <cmath>

namespace duologue {

namespace {

/// A whole scale that goes to 3 or higher and has no 0 begins at 1 ("1 to 5"); a lower one at 0 ("0 to 2"),
/// as do shares.
ValueScale roundedRange(const NumberSummary& all)
{
    constexpr double kLowestOfLong = 3;
    if (all.low < 0)
        return {std::floor(all.low), std::ceil(all.high)};
    const double low = all.whole && all.low >= 1 && all.high >= kLowestOfLong ? 1 : 0;
    return {low, std::max(1.0, std::ceil(all.high))};
}

} // namespace

ValueScale scaleOf(const Snapshot& snapshot, const FieldReader& field, const Job& job)
{
    // Other numbers of messages, such as turns, have no highest value.
    if (field.hasMessageNumbers() && field.info().key == "satisfaction")
        return {field.categoryNumber(categoryCode(0)),
                field.categoryNumber(categoryCode(field.categoryCount() - 1))};
    const bool isOwn = field.info().ofMessages && field.info().rawKey == "satisfaction";
    if (!isOwn && (!field.info().traits.isRating || !field.isNumber()))
        return {};
    return scaleOf(summaryOf(RowSet(snapshot.recordCount(), true), field, job));
}

ValueScale scaleOf(const NumberSummary& all)
{
    return all.mean.n == 0 || !std::isfinite(all.mean.sum) ? ValueScale() : roundedRange(all);
}

} // namespace duologue
