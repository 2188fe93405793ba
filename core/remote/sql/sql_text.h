// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace duologue {

enum class SqlDialect : std::uint8_t { ClickHouse, PostgreSql };

/// The one writer of SQL. Names and texts of people and of data get into a query through these
/// functions alone, so that no text becomes SQL: whatever the bytes are, they are one name or one literal.
/// Any thread.

/// `name` or "name", quoted. PostgreSQL has no names with NUL: it ends there.
std::string sqlName(std::string_view name, SqlDialect dialect = SqlDialect::ClickHouse);

/// 'text', quoted. Any bytes, NUL among them; PostgreSQL has no texts with NUL: one is NULL.
std::string sqlText(std::string_view text, SqlDialect dialect = SqlDialect::ClickHouse);

/// Whether an expression is one of these texts: "0" if there are none.
std::string sqlIn(const std::string& expression, const std::vector<std::string>& texts,
                  SqlDialect dialect = SqlDialect::ClickHouse);

/// A Float64 with exactly this value. Not for NaN.
std::string sqlNumber(double number, SqlDialect dialect = SqlDialect::ClickHouse);

/// A condition that is false where it would be NULL.
std::string sqlTotal(const std::string& condition, SqlDialect dialect = SqlDialect::ClickHouse);

/// What an SQL condition may be, with the usual simplifications. "0" and "1" are false and true.
std::string sqlAnd(const std::vector<std::string>& conditions);
std::string sqlOr(const std::vector<std::string>& conditions);
std::string sqlNot(const std::string& condition);

} // namespace duologue
