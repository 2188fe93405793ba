// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/query/language/query.h"
#include "core/stats/tally/group_value.h"

#include <string_view>

namespace duologue {

/// What keeps the field's numbers from the first one to the last one, either of which may be a bin: the same
/// query that its text is read as.
Query rangeQuery(std::string_view field, const GroupValue& first, const GroupValue& last);

} // namespace duologue
