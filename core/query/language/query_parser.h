// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/query/language/query.h"
#include "core/query/language/query_mistake.h"
#include "core/query/language/query_scanner.h"

#include <variant>

namespace duologue {

/// Parses the text of the query bar and of --where. Field names are taken as written; whether there is such a
/// field is found out when the query is evaluated over a dataset. `tokens`, where not null, gets the pieces
/// of the text, up to the mistake where there is one.
std::variant<Query, QueryMistake> parseQuery(std::string_view text,
                                             std::vector<QueryToken>* tokens = nullptr);

} // namespace duologue
