// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/snapshot.h"
#include "core/query/query.h"

#include <limits>
#include <string_view>

namespace duologue::test {

inline constexpr double kNoBound = std::numeric_limits<double>::infinity();

/// Parses the text; the test fails if that is not possible.
Query parsed(std::string_view text);

/// The numbers of the rows that match, with a space between them, or the message of the mistake.
std::string rowsOf(const Snapshot& snapshot, std::string_view query);

/// Builds queries by hand, to compare with parsed ones.
Query term(TermKind kind, std::string field, std::string value = {});
Query range(std::string field, double low, double high, bool lowIncluded = true, bool highIncluded = true);
Query notOf(Query part);
Query messages(Quantifier quantifier, Query inner, const Query& count = {});

} // namespace duologue::test
