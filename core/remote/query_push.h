// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/query/query.h"
#include "core/remote/sql_text.h"
#include "core/remote/table_layout.h"
#include "core/util/expected.h"

#include <optional>
#include <string>
#include <string_view>

namespace duologue {

/// Rows that are here need not have all fields of their table: a column may be NULL in each of them, and a
/// text of JSON may have other members elsewhere.

/// The table may have a field of this name, although its sample does not.
bool mayBeAbsent(const TableFacts& facts, std::string_view name, bool ofMessages = false);

/// The query with what it means for these rows of the table instead of terms about columns that are NULL in
/// all of them, which would be unknown fields.
Query withoutAbsentColumns(const TableFacts& facts, const Snapshot& rows, Query query);

/// What a query asks for as conditions of SQL about a row of the layout's `from`. Asks the server for values
/// of columns (TableFacts::findValues). A mistake names a field that the table does not have, or that no
/// table has.
Expected<Bounds, QueryMistake> pushQuery(const TableFacts& facts, const Query& query);

/// The number that a field is for each row, in SQL: a Float64 or NULL. None if the engine does not know it.
std::optional<std::string> pushedNumber(const TableFacts& facts, const std::string& field);

/// What rows can be sorted by in SQL to have the order of lists by a field: pushedNumber(), or a column whose
/// whole numbers are names, such as ids. NULL comes last. None if the engine does not know the order.
std::optional<std::string> pushedOrder(const TableFacts& facts, const std::string& field);

} // namespace duologue
