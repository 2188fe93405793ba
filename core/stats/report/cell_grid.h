// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/stats/tally/tally.h"

#include <cstddef>
#include <vector>

namespace duologue {

/// A tally by two fields as a grid of lines and columns, with a cell for every pair of values, even if it
/// does not occur.
struct CellGrid {
    struct Cell {
        std::uint64_t n = 0;
        /// The first of the tally's means.
        Mean mean;
    };

    /// In the order of their values, numbers before words.
    std::vector<GroupValue> lines;
    std::vector<GroupValue> columns;
    /// Line by line.
    std::vector<Cell> cells;

    const Cell& at(std::size_t line, std::size_t column) const
    {
        return cells[line * columns.size() + column];
    }
    std::uint64_t lineSum(std::size_t line) const;

    static CellGrid of(const Tally& tally);
    /// The cells of another tally in this grid; values that the grid lacks are left out.
    std::vector<Cell> cellsOf(const Tally& tally) const;
};

} // namespace duologue
