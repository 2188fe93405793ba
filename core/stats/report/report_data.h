// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/stats/cohort/cohorts.h"
#include "core/stats/inference/interval.h"
#include "core/stats/tally/tally.h"

#include <string>
#include <vector>

namespace duologue {

enum class ReportShape : std::uint8_t {
    /// By one field: for each value a bar per mean, or one bar for the count.
    Bars,
    /// By two fields: a grid of cells, coloured by a CellFigure.
    Cells,
    /// Cohorts side by side, field by field.
    Comparison,
};

/// The figure that a cell's colour shows.
enum class CellFigure : std::uint8_t {
    Count,
    /// Of the total count of its line.
    ShareOfLine,
    /// The first mean.
    Mean,
};

/// The result of a report, for charts, tables and exports alike.
struct ReportData {
    ReportShape shape = ReportShape::Bars;
    CellFigure figure = CellFigure::Count;
    /// For each field of the tally, the key of the field to filter by when its values are picked.
    std::vector<std::string> filterFields;
    /// Bars: one row for each value; Cells: one row for each pair of values.
    Tally tally;
    /// One for each mean of the tally.
    std::vector<Measure> measures;
    /// Only for a Comparison.
    CohortComparison comparison;
};

} // namespace duologue
