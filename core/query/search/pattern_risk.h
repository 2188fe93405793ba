// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/query/language/query.h"

#include <string_view>

namespace duologue {

/// True if a (valid) regular expression is likely to take exponential time on some texts: a group is
/// repeated, and its repetitions can match the same text in several ways, as in (a+)+, (a|a)* and (\w+\s?)*.
/// A guess from the shape of the expression, for a hint; false if it has a construct that is not known here.
bool mayExplode(std::string_view expression);

/// The first such pattern in a query; null if there is none.
const QueryTerm* explosivePattern(const Query& query);

} // namespace duologue
