// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace duologue {

/// Appends a row of a table whose cells are separated by `separator` (comma, tab), with a line break at its
/// end. Cells are quoted where they need it, and unchanged otherwise. `guardFormulas` puts an apostrophe
/// before cells that a spreadsheet would run, which begin with one of = + - @, a tab or a line break and are
/// not numbers.
void appendCsvLine(std::span<const std::string> cells, char separator, bool guardFormulas, std::string& out);

/// Whether a spreadsheet would run the cell: appendCsvLine() guards it.
bool wouldRun(std::string_view cell);

} // namespace duologue
