// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/query/language/query.h"
#include "core/query/language/query_mistake.h"
#include "core/remote/push/bounds.h"
#include "core/remote/push/table_facts.h"

#include <optional>
#include <string>
#include <variant>

namespace duologue {

/// What a query asks for as conditions of SQL about a row of the layout's `from`. Asks the server for values
/// of columns (TableFacts::findValues). A mistake names a field that the table does not have, or that no
/// table has.
std::variant<Bounds, QueryMistake> pushQuery(const TableFacts& facts, const Query& query);

/// The number that a field is for each row, in SQL: a Float64 or NULL. None if the engine does not know it.
std::optional<std::string> pushedNumber(const TableFacts& facts, const std::string& field);

/// What rows can be sorted by in SQL to have the order of lists by a field: pushedNumber(), or a column whose
/// whole numbers are names, such as ids. NULL comes last. None if the engine does not know the order.
std::optional<std::string> pushedOrder(const TableFacts& facts, const std::string& field);

} // namespace duologue
