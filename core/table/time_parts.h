// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/table/column.h"

#include <memory>
#include <string_view>

namespace duologue {

/// How many of a numeric column's units are a second, if it holds Unix times: its name says so, and its
/// numbers can be such times. Also for numbers written as texts. 0 if it holds no such times.
double unixUnitsOf(const Column& column);

/// In seconds since 1970; NaN if the value is no time. `units` is unixUnitsOf() the column.
double secondsIn(std::string_view text, double units);

/// The column of the year, month, week or day of each time in a column, which has one value a row; `part` is
/// the word for it ("month"). Null for other words and for columns without times.
std::shared_ptr<const Column> calendarColumn(const Column& times, std::string_view part);

} // namespace duologue
