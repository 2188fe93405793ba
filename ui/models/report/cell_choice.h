// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/query/language/query.h"
#include "core/stats/tally/group_value.h"

#include <Qt>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace duologue::ui {

/// Every term of it is about one of these fields, and it has some.
bool isAboutOnly(const Query& query, std::span<const std::string> fields);

/// The query without the conjuncts that are about these fields alone: what a chart of them is drawn from.
Query withoutFields(const Query& query, std::span<const std::string> fields);

/// Some conjunct is about these fields alone.
bool isNarrowed(const Query& query, std::span<const std::string> fields);

/// Which cells are chosen: line and column, in rising order. Like the choice of values, it is read from the
/// query and written to it.
using CellChoice = std::vector<std::pair<int, int>>;

/// The two fields of a table of cells and their values.
struct CellFields {
    /// Two; the same one twice where both sides ask for it.
    std::vector<std::string> fields;
    std::vector<GroupValue> lines;
    std::vector<GroupValue> columns;
    /// Both fields are of messages: a cell is asked of one message.
    bool ofMessages = false;
};

/// The cells for whose values all the query's own terms hold; empty where there are none.
CellChoice chosenCells(const Query& query, const CellFields& cells);

/// The terms that ask for these cells: "turns:4 intent:Search", "turns:2..4 (intent:Search OR
/// intent:Planning)"; a whole line or column asks for one field alone; of messages
/// "message(turn:4 intent:Search)". Everything for none and for all.
Query cellQuery(const CellFields& cells, const CellChoice& chosen);

/// What a click on a cell makes of the choice: only it; nothing if it was the only one; with Ctrl it is added
/// or taken away; with Shift the rectangle from `anchor` to it.
CellChoice cellsAfterClick(const CellChoice& chosen, std::pair<int, int> clicked, std::pair<int, int> anchor,
                           Qt::KeyboardModifiers modifiers);

/// Every cell of the rectangle between two, whichever is first.
CellChoice cellsBetween(std::pair<int, int> one, std::pair<int, int> other);

} // namespace duologue::ui
