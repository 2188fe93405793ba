// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/query/language/query.h"

#include <limits>
#include <string_view>

namespace duologue::test {

inline constexpr double kNoBound = std::numeric_limits<double>::infinity();

/// The query that the text stands for; the test ends where it stands for none.
Query parsed(std::string_view text);

/// Queries made by hand, to compare with.
Query term(TermKind kind, std::string field, std::string value = {});
Query range(std::string field, double low, double high, bool lowIncluded = true, bool highIncluded = true);
Query notOf(Query part);
Query messages(Rollup rollup, Query inner, Query count = {});

} // namespace duologue::test
