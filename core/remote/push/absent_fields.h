// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/query/language/query.h"
#include "core/remote/push/table_facts.h"

#include <string_view>

namespace duologue {

/// Rows that are here need not have all fields of their table: a column may be NULL in each of them, and a
/// text of JSON may have other members elsewhere.

/// The table may have a field of this name, although its sample does not.
bool mayBeAbsent(const TableFacts& facts, std::string_view name, bool ofMessages = false);

/// The query with what it means for these rows of the table instead of terms about columns that are NULL in
/// all of them, which would be unknown fields.
Query withoutAbsentColumns(const TableFacts& facts, const Snapshot& rows, Query query);

} // namespace duologue
