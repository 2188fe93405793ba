// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/query/language/query.h"

#include <string_view>

namespace duologue {

/// True for a (valid) regular expression that is likely to take exponential time on some texts: a group is
/// repeated, and what it matches can be cut into repetitions in more than one way, as with (a+)+, (a|a)* and
/// (\w+\s?)*. A guess from its shape, for a note: it says nothing where it does not know a construct.
bool mayExplode(std::string_view expression);

/// The first such pattern that a query looks for; null where there is none.
const QueryTerm* explosivePattern(const Query& query);

} // namespace duologue
