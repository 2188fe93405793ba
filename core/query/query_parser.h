// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/query/query.h"

#include <variant>

namespace duologue {

/// A query that cannot be understood: where, in bytes of its text, and why.
struct QueryMistake {
    std::size_t begin = 0;
    std::size_t end = 0;
    /// English, without a full stop.
    std::string message;
};

/// Parses the text of the query bar and of --where. Field names are taken as written; whether there is such a
/// field is found out when the query is evaluated over a dataset.
std::variant<Query, QueryMistake> parseQuery(std::string_view text);

} // namespace duologue
