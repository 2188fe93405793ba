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

/// A condition of the query language as two of SQL: wherever `lower` holds the condition does, and wherever
/// the condition holds `upper` does. If both are one text, it is the condition itself. Neither is ever NULL.
/// "0" and "1" are false and true.
struct Bounds {
    std::string lower = "0";
    std::string upper = "1";

    /// Nothing is known.
    static Bounds unknown() { return {}; }
    static Bounds exactly(const std::string& condition) { return {condition, condition}; }

    bool isExact() const { return lower == upper; }
    bool operator==(const Bounds&) const = default;
};

/// Of two conditions about one row.
Bounds bothHold(const Bounds& a, const Bounds& b);

} // namespace duologue
