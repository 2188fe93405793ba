// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/query/language/query.h"
#include "core/stats/tally/group_value.h"

#include <string_view>

namespace duologue {

/// A query for the numbers from `first` to `last`, each of which may be a single value or a bin. Ends whose
/// digits a double does not hold keep them. Equals the query that its text is parsed to.
Query rangeQuery(std::string_view field, const GroupValue& first, const GroupValue& last);

} // namespace duologue
