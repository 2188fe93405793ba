// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/query/language/query.h"
#include "core/query/language/query_mistake.h"
#include "core/query/language/query_scanner.h"

#include <variant>

namespace duologue {

/// Parses the text of the query bar and of --where. Takes field names as written; checkQuery() finds out
/// whether a dataset has them. Writes the tokens of the text, up to a mistake if there is one, to `tokens`
/// unless it is null.
std::variant<Query, QueryMistake> parseQuery(std::string_view text,
                                             std::vector<QueryToken>* tokens = nullptr);

} // namespace duologue
