// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/stats/cohort/cohorts.h"
#include "core/stats/inference/interval.h"
#include "core/stats/tally/tally.h"

#include <string>
#include <vector>

namespace duologue {

enum class ReportShape : std::uint8_t {
    /// By one field: a group of bars a value, one bar a mean, or one that counts.
    Bars,
    /// By two fields: lines and columns of cells, coloured by what they say.
    Cells,
    /// Cohorts side by side, field by field.
    Comparison,
};

/// What a cell's colour says.
enum class CellFigure : std::uint8_t {
    Count,
    /// Of all that its line counts.
    ShareOfLine,
    /// The first mean.
    Mean,
};

/// What a chart draws, a table prints and an export writes: the same value for all three.
struct ReportData {
    ReportShape shape = ReportShape::Bars;
    CellFigure figure = CellFigure::Count;
    /// For each field of the tally, the key that a query asks for when its values are picked.
    std::vector<std::string> filterFields;
    /// Bars: one row a value; Cells: one a pair of values.
    Tally tally;
    /// Of each mean of the tally.
    std::vector<MeasureKind> kinds;
    /// Only of a Comparison.
    CohortComparison comparison;
};

} // namespace duologue
