// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/tally/range_query.h"

#include "core/base/text.h"
#include "core/base/whole_number.h"

#include <cmath>
#include <limits>

namespace duologue {

namespace {

/// The digits of an end that a double does not hold; empty for others. A single value has its own, the end of
/// a bin those of its double.
std::string typedEnd(double end, const GroupValue& value)
{
    const std::string text = value.end ? numberText(end) : value.text;
    return std::isfinite(end) && isKeptAsDigits(text) ? text : std::string();
}

} // namespace

Query rangeQuery(std::string_view field, const GroupValue& first, const GroupValue& last)
{
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    QueryTerm term;
    term.kind = TermKind::Range;
    term.field = field;
    term.low = *first.number;
    term.high = last.end ? *last.end : *last.number;
    term.lowTyped = typedEnd(term.low, first);
    term.highTyped = typedEnd(term.high, last);
    term.highIncluded = std::isinf(term.high) || !last.end || last.endIncluded;
    if (std::isinf(term.low) && std::isinf(term.high)) {
        QueryTerm any;
        any.kind = TermKind::Has;
        any.field = field;
        return Query::of(std::move(any));
    }
    if (std::isinf(term.low) || term.highIncluded)
        return Query::of(std::move(term));
    // The language has no single term for a range that excludes its upper end: this takes two.
    QueryTerm below = term;
    below.low = -kInfinity;
    below.lowTyped.clear();
    term.high = kInfinity;
    term.highTyped.clear();
    term.highIncluded = true;
    return Query::all({Query::of(std::move(term)), Query::of(std::move(below))});
}

} // namespace duologue
