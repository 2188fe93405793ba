// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRectF>
#include <vector>

namespace duologue::ui {

/// The positions of columns and bars in the plot area of a chart.
struct ChartGeometry {
    QRectF plot;
    int categories = 0;
    int series = 0;
    /// The value axis, from the bottom of the plot area to its top.
    double low = 0;
    double high = 1;
    /// The share of a column's width that its bars take.
    double barShare = 0.7;
    /// The position of each category in columns, ascending, with gaps for empty ones; empty if there are
    /// none.
    std::vector<int> columns;

    int columnCount() const { return columns.empty() ? categories : columns.back() + 1; }
    double columnWidth() const { return categories > 0 ? plot.width() / columnCount() : 0; }
    double barWidth() const { return series > 0 ? columnWidth() * barShare / series : 0; }
    double y(double value) const;
    /// Has the height of the plot area, so that a bar of value 0 can be hit too.
    QRectF column(int category) const;
    /// From the zero line to the value; flat for NaN.
    QRectF bar(int category, int series, double value) const;
    /// -1 outside the plot area's width and in empty columns.
    int categoryAt(double x) const;
    /// The series whose bar has this x, whatever its height; -1 for none.
    int seriesAt(int category, double x) const;
    /// The nearest category, for a drag that leaves the plot area.
    int nearestCategory(double x) const;
};

/// A step of 1, 2, 2.5 or 5 times a power of ten that divides the range into about `parts` parts; a whole
/// number for counts.
double niceStep(double range, int parts, bool areCounts = false);

/// The number of decimals that a multiple of the step needs.
int decimalsOf(double step);

/// The multiples of the step from `low` to `high`, both included.
std::vector<double> ticksOf(double low, double high, double step);

} // namespace duologue::ui
