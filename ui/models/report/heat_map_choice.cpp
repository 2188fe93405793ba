// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/report/heat_map_choice.h"

#include "ui/models/report/value_choice.h"

#include <algorithm>
#include <map>

namespace duologue::ui {

namespace {

/// Rows and columns have the same field: a cell is one term for each, and the order of the two is unknown.
bool isOneField(const HeatMapFields& cells)
{
    return cells.fields[0] == cells.fields[1];
}

bool holds(const Query& query, const HeatMapFields& cells, const GroupValue& line, const GroupValue& column)
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

/// The selected columns of each row that has any.
std::map<int, Choice> byLine(const HeatMapChoice& chosen)
{
    std::map<int, Choice> lines;
    for (const auto& [line, column] : chosen)
        lines[line].push_back(column);
    return lines;
}

Query sideQuery(const HeatMapFields& cells, std::size_t side, const Choice& chosen)
{
    const std::vector<GroupValue>& values = side == 0 ? cells.rows : cells.columns;
    // All values together need no term; a term would exclude records without a value.
    return chosen.size() == values.size() ? Query() : choiceQuery(cells.fields[side], values, chosen);
}

/// The terms about rows and columns.
Query bothQuery(const HeatMapFields& cells, const Choice& lines, const Choice& columns)
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
    // Conditions on the first message or on counts do not come from a cell.
    if (query.kind == QueryKind::Messages && query.quantifier != Quantifier::Some)
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

HeatMapChoice chosenCells(const Query& query, const HeatMapFields& cells)
{
    std::vector<Query> asked = conjuncts(query);
    std::erase_if(asked, [&](const Query& part) { return !isAboutOnly(part, cells.fields); });
    HeatMapChoice chosen;
    if (asked.empty())
        return chosen;
    const Query all = Query::all(std::move(asked));
    for (std::size_t line = 0; line < cells.rows.size(); ++line) {
        for (std::size_t column = 0; column < cells.columns.size(); ++column) {
            if (holds(all, cells, cells.rows[line], cells.columns[column]))
                chosen.emplace_back(line, column);
        }
    }
    return chosen;
}

Query cellQuery(const HeatMapFields& cells, const HeatMapChoice& chosen)
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

HeatMapChoice cellsBetween(std::pair<int, int> one, std::pair<int, int> other)
{
    HeatMapChoice chosen;
    for (const int line : choiceBetween(one.first, other.first)) {
        for (const int column : choiceBetween(one.second, other.second))
            chosen.emplace_back(line, column);
    }
    return chosen;
}

HeatMapChoice cellsAfterClick(const HeatMapChoice& chosen, std::pair<int, int> clicked,
                              std::pair<int, int> anchor, Qt::KeyboardModifiers modifiers)
{
    if (modifiers.testFlag(Qt::ShiftModifier))
        return cellsBetween(anchor, clicked);
    if (!modifiers.testFlag(Qt::ControlModifier))
        return chosen == HeatMapChoice{clicked} ? HeatMapChoice() : HeatMapChoice{clicked};
    HeatMapChoice changed = chosen;
    const auto found = std::lower_bound(changed.begin(), changed.end(), clicked);
    if (found != changed.end() && *found == clicked)
        changed.erase(found);
    else
        changed.insert(found, clicked);
    return changed;
}

} // namespace duologue::ui
