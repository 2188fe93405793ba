// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/report/cell_choice.h"

#include "ui/models/report/value_choice.h"

#include <algorithm>
#include <map>

namespace duologue::ui {

namespace {

/// Both sides ask for the same field: a cell is one term for each, and which side it is cannot be told.
bool isOneField(const CellFields& cells)
{
    return cells.fields[0] == cells.fields[1];
}

bool holds(const Query& query, const CellFields& cells, const GroupValue& line, const GroupValue& column)
{
    const auto partHolds = [&](const Query& part) { return holds(part, cells, line, column); };
    switch (query.kind) {
    case QueryKind::Term:
        if (isOneField(cells))
            return holdsFor(query, line) || holdsFor(query, column);
        return holdsFor(query, query.term.field == cells.fields[0] ? line : column);
    case QueryKind::Not:
        return !partHolds(query.parts.front());
    case QueryKind::Or:
        return std::any_of(query.parts.begin(), query.parts.end(), partHolds);
    default:
        return std::all_of(query.parts.begin(), query.parts.end(), partHolds);
    }
}

/// Columns of each line that has some.
std::map<int, Choice> byLine(const CellChoice& chosen)
{
    std::map<int, Choice> lines;
    for (const auto& [line, column] : chosen)
        lines[line].push_back(column);
    return lines;
}

Query sideQuery(const CellFields& cells, std::size_t side, const Choice& chosen)
{
    const std::vector<GroupValue>& values = side == 0 ? cells.lines : cells.columns;
    // All of them is no question, and lets records without a value stay.
    return chosen.size() == values.size() ? Query() : choiceQuery(cells.fields[side], values, chosen);
}

/// What is asked of both sides.
Query bothQuery(const CellFields& cells, const Choice& lines, const Choice& columns)
{
    Query both = Query::all({sideQuery(cells, 0, lines), sideQuery(cells, 1, columns)});
    if (!cells.ofMessages || isOneField(cells) || both.kind != QueryKind::And)
        return both;
    Query ofOne;
    ofOne.kind = QueryKind::Messages;
    ofOne.parts.push_back(std::move(both));
    return ofOne;
}

} // namespace

bool isAboutOnly(const Query& query, std::span<const std::string> fields)
{
    if (query.kind == QueryKind::Term)
        return std::find(fields.begin(), fields.end(), query.term.field) != fields.end();
    // Of the first message, or of how many: no cell asks for that.
    if (query.kind == QueryKind::Messages && query.rollup != Rollup::Some)
        return false;
    return query.kind != QueryKind::Everything && !query.parts.empty() &&
           std::all_of(query.parts.begin(), query.parts.end(),
                       [fields](const Query& part) { return isAboutOnly(part, fields); });
}

Query withoutFields(const Query& query, std::span<const std::string> fields)
{
    std::vector<Query> rest = conjuncts(query);
    std::erase_if(rest, [fields](const Query& part) { return isAboutOnly(part, fields); });
    return Query::all(std::move(rest));
}

bool isNarrowed(const Query& query, std::span<const std::string> fields)
{
    const auto parts = conjuncts(query);
    return std::any_of(parts.begin(), parts.end(),
                       [fields](const Query& part) { return isAboutOnly(part, fields); });
}

CellChoice chosenCells(const Query& query, const CellFields& cells)
{
    std::vector<Query> asked = conjuncts(query);
    std::erase_if(asked, [&](const Query& part) { return !isAboutOnly(part, cells.fields); });
    CellChoice chosen;
    if (asked.empty())
        return chosen;
    const Query all = Query::all(std::move(asked));
    for (std::size_t line = 0; line < cells.lines.size(); ++line) {
        for (std::size_t column = 0; column < cells.columns.size(); ++column) {
            if (holds(all, cells, cells.lines[line], cells.columns[column]))
                chosen.emplace_back(line, column);
        }
    }
    return chosen;
}

Query cellQuery(const CellFields& cells, const CellChoice& chosen)
{
    const std::map<int, Choice> lines = byLine(chosen);
    if (lines.empty())
        return {};
    const bool isRectangle = std::all_of(
        lines.begin(), lines.end(), [&](const auto& line) { return line.second == lines.begin()->second; });
    if (isRectangle) {
        Choice whichLines;
        for (const auto& [line, columns] : lines)
            whichLines.push_back(line);
        return bothQuery(cells, whichLines, lines.begin()->second);
    }
    std::vector<Query> parts;
    for (const auto& [line, columns] : lines)
        parts.push_back(bothQuery(cells, {line}, columns));
    return Query::any(std::move(parts));
}

CellChoice cellsBetween(std::pair<int, int> one, std::pair<int, int> other)
{
    CellChoice chosen;
    for (const int line : choiceBetween(one.first, other.first)) {
        for (const int column : choiceBetween(one.second, other.second))
            chosen.emplace_back(line, column);
    }
    return chosen;
}

CellChoice cellsAfterClick(const CellChoice& chosen, std::pair<int, int> clicked, std::pair<int, int> anchor,
                           Qt::KeyboardModifiers modifiers)
{
    if (modifiers.testFlag(Qt::ShiftModifier))
        return cellsBetween(anchor, clicked);
    if (!modifiers.testFlag(Qt::ControlModifier))
        return chosen == CellChoice{clicked} ? CellChoice() : CellChoice{clicked};
    CellChoice changed = chosen;
    const auto place = std::lower_bound(changed.begin(), changed.end(), clicked);
    if (place != changed.end() && *place == clicked)
        changed.erase(place);
    else
        changed.insert(place, clicked);
    return changed;
}

} // namespace duologue::ui
