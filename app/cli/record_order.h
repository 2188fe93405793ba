// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/row_set.h"
#include "core/data/snapshot.h"

#include <optional>
#include <string>
#include <vector>

namespace duologue::cli {

class Console;

/// The names in texts that hold several, separated by commas.
std::vector<std::string> commaSeparated(const std::vector<std::string>& lists);

/// The rows in the order that --sort asks for, "FIELD" or "FIELD:desc"; in file order if `sort` is empty.
/// Returns nothing, after saying what is wrong, if there is no such field.
std::optional<RowOrder> sortedRows(const Snapshot& snapshot, const RowSet& rows, const std::string& sort,
                                   Console& console);

} // namespace duologue::cli
