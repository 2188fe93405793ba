// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/query/language/query.h"
#include "core/query/search/term_match.h"
#include "core/remote/push/bounds.h"
#include "core/remote/push/table_facts.h"

#include <string>

namespace duologue {

/// Whether a number in SQL, never NULL, is in a range.
std::string inRange(const std::string& number, const ClosedRange& range,
                    SqlDialect dialect = SqlDialect::ClickHouse);

/// A term about a column (any but Text and Pattern) as conditions about one value of it, `value` in SQL. Of a
/// list: about the element. With `ofMessages`, the term is about a message.
Bounds pushValue(const TableFacts& facts, const TableColumn& column, const std::string& value,
                 const QueryTerm& term, bool ofMessages);

/// Whether its values are single whole numbers of 64 bits at most.
inline bool isWholeNumbers(const TableColumn& column)
{
    return column.type == RemoteType::Number && !column.isFloat && !column.isList;
}

} // namespace duologue
