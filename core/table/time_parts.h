// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/table/column.h"

#include <memory>
#include <string_view>

namespace duologue {

/// The units of a column of Unix times: see ValueForms::unixUnits(); 0 if it holds none. Its name
/// must say that it holds times, and all its numbers must be possible times. They may be written as texts.
double unixUnitsOf(const Column& column);

/// A time in seconds since 1970; NaN if the text is no time. `units` is unixUnitsOf() of the column.
double secondsIn(std::string_view text, double units);

/// The column of the year, month, week or day of each time in a column, which has one value a row; `part` is
/// the word for it ("month"). Null for other words and for columns without times.
std::shared_ptr<const Column> calendarColumn(const Column& times, std::string_view part);

} // namespace duologue
