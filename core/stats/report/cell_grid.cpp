// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/report/cell_grid.h"

#include "core/base/text.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>

namespace duologue {

namespace {

/// The distinct values on one side of the pairs, sorted.
std::vector<GroupValue> valuesOf(const Tally& tally, std::size_t side)
{
    std::vector<GroupValue> values;
    for (const TallyRow& row : tally.rows)
        values.push_back(row.values[side]);
    std::stable_sort(values.begin(), values.end(), comesBefore);
    values.erase(std::unique(values.begin(), values.end()), values.end());
    return values;
}

using Places = std::unordered_map<std::string_view, std::size_t>;

Places placesOf(const std::vector<GroupValue>& values)
{
    Places places;
    for (std::size_t i = 0; i < values.size(); ++i)
        places.emplace(values[i].text, i);
    return places;
}

} // namespace

std::uint64_t CellGrid::lineSum(std::size_t line) const
{
    std::uint64_t sum = 0;
    for (std::size_t column = 0; column < columns.size(); ++column)
        sum += at(line, column).n;
    return sum;
}

CellGrid CellGrid::of(const Tally& tally)
{
    CellGrid grid;
    if (tally.by.size() != 2)
        return grid;
    grid.lines = valuesOf(tally, 0);
    grid.columns = valuesOf(tally, 1);
    grid.cells = grid.cellsOf(tally);
    return grid;
}

std::vector<CellGrid::Cell> CellGrid::cellsOf(const Tally& tally) const
{
    std::vector<Cell> made(lines.size() * columns.size());
    const Places lineOf = placesOf(lines);
    const Places columnOf = placesOf(columns);
    for (const TallyRow& row : tally.rows) {
        const auto line = lineOf.find(row.values[0].text);
        const auto column = columnOf.find(row.values[1].text);
        if (line == lineOf.end() || column == columnOf.end())
            continue;
        Cell& cell = made[line->second * columns.size() + column->second];
        cell.n = row.n;
        if (!row.means.empty())
            cell.mean = row.means.front();
    }
    return made;
}

} // namespace duologue
