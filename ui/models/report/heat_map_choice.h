// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/bins.h"
#include "core/query/query.h"

#include <Qt>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace duologue::ui {

/// True if the query has terms and all of them are about these fields.
bool isAboutOnly(const Query& query, std::span<const std::string> fields);

/// The query without the conjuncts that are only about these fields. A chart of these fields uses it.
Query withoutFields(const Query& query, std::span<const std::string> fields);

/// True if a conjunct is only about these fields.
bool isNarrowed(const Query& query, std::span<const std::string> fields);

/// The selected cells as (row, column), sorted. Like the selection of values, it is read from the query and
/// written to it.
using HeatMapChoice = std::vector<std::pair<int, int>>;

/// The two fields of a heat map and their values.
struct HeatMapFields {
    /// The fields of rows and columns, which may be the same.
    std::vector<std::string> fields;
    std::vector<GroupValue> rows;
    std::vector<GroupValue> columns;
    /// Both are fields of messages: a cell is a condition on one message.
    bool ofMessages = false;
};

/// The cells whose values match the query's terms about these fields; empty if there are no such terms.
HeatMapChoice chosenCells(const Query& query, const HeatMapFields& cells);

/// The terms that select these cells: "turns:4 intent:Search", "turns:2..4 (intent:Search OR
/// intent:Planning)". A whole row or column needs one field only. For messages: "message(turn:4
/// intent:Search)". Everything if no cells or all cells are selected.
Query cellQuery(const HeatMapFields& cells, const HeatMapChoice& chosen);

/// The selection after a click on a cell: only this cell, or nothing if it was the only one. Ctrl adds or
/// removes it; Shift selects the rectangle from `anchor`.
HeatMapChoice cellsAfterClick(const HeatMapChoice& chosen, std::pair<int, int> clicked,
                              std::pair<int, int> anchor, Qt::KeyboardModifiers modifiers);

/// All cells of the rectangle between two corners.
HeatMapChoice cellsBetween(std::pair<int, int> one, std::pair<int, int> other);

} // namespace duologue::ui
