// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/tally/range_query.h"

#include <cmath>
#include <limits>

namespace duologue {

Query rangeQuery(std::string_view field, const GroupValue& first, const GroupValue& last)
{
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    QueryTerm term;
    term.kind = TermKind::Range;
    term.field = field;
    term.low = *first.number;
    term.high = last.end ? *last.end : *last.number;
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
    term.high = kInfinity;
    term.highIncluded = true;
    return Query::all({Query::of(std::move(term)), Query::of(std::move(below))});
}

} // namespace duologue
