// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace duologue {

/// The one writer of ClickHouse's SQL. Names and texts of people and of data get into a query through these
/// functions alone, so that no text becomes SQL: whatever the bytes are, they are one name or one literal. Any
/// thread.

/// `name`, quoted.
std::string sqlName(std::string_view name);

/// 'text', quoted. Any bytes, NUL among them.
std::string sqlText(std::string_view text);

/// Whether an expression is one of these texts: "0" if there are none.
std::string sqlIn(const std::string& expression, const std::vector<std::string>& texts);

/// A Float64 with exactly this value. Not for NaN.
std::string sqlNumber(double number);

/// What an SQL condition may be, with the usual simplifications. "0" and "1" are false and true.
std::string sqlAnd(const std::vector<std::string>& conditions);
std::string sqlOr(const std::vector<std::string>& conditions);
std::string sqlNot(const std::string& condition);

} // namespace duologue
