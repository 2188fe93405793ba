// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/app/intent_codes.h"

#include <QColor>
#include <QFont>
#include <QRectF>
#include <QSizeF>
#include <QString>
#include <QStringList>
#include <cstdint>
#include <limits>
#include <vector>

class QPalette;

namespace duologue::ui {

/// One bar.
struct ChartMark {
    /// NaN if there is nothing to draw.
    double value = std::numeric_limits<double>::quiet_NaN();
    /// The pale bar behind it; NaN for none.
    double total = std::numeric_limits<double>::quiet_NaN();
    /// Written above the bar, or drawn below the axis.
    std::uint64_t n = 0;
    /// "turns 4, mean 1.60, 452 conversations", for screen readers.
    QString spoken;
    /// The ends of its whisker, the 95 % interval; NaN for none.
    double low = std::numeric_limits<double>::quiet_NaN();
    double high = std::numeric_limits<double>::quiet_NaN();
    /// How many a click on the label keeps, if these are others: "452/1,164" is written then.
    std::uint64_t kept = 0;
};

/// The bars over one label. All texts are plain, and labels may repeat.
struct ChartCategory {
    QString label;
    /// The label is a number or a range of numbers: it is never shortened.
    bool isNumber = false;
    /// A code of two letters in a field of this colour, before the label; empty for none. If there is one
    /// series, its bars have the colour, too.
    QString code;
    QColor color;
    QString tip;
    /// One for each series.
    std::vector<ChartMark> marks;
    /// The number of empty columns before it, for numbers that do not occur.
    int emptyBefore = 0;
    /// More numbers are left out there than columns: the axis is drawn broken.
    bool isBreakBefore = false;
};

/// Everything that a ChartCanvas draws, as plain values.
struct ChartContent {
    /// Drawn only on exported pictures; the window shows it elsewhere.
    QString title;
    /// Drawn below exported pictures: the dataset, the filter, n and the method.
    QStringList caption;
    QString categoryTitle;
    QString valueTitle;
    /// The name of the pale bars in the legend.
    QString totalName;
    std::vector<QString> series;
    std::vector<ChartCategory> categories;
    /// The value axis. It has no ticks beyond.
    double low = 0;
    double high = 1;
    /// The values are means, whose n is shown at every width; otherwise they are counts.
    bool areMeans = false;
    /// The largest n of all charts side by side, so that they reserve the same room; 0 for this chart's own.
    std::uint64_t mostCount = 0;
    /// False if a legend beside the canvas serves several charts. Pictures always have one.
    bool showsLegend = true;
};

/// The colours of a chart, computed from a dark or light palette.
struct ChartLook {
    QColor background;
    QColor text;
    /// For axis labels, n, and values that are not selected.
    QColor quietText;
    QColor grid;
    QColor axis;
    /// For the pale bars and the line at their height.
    QColor total;
    QColor totalEdge;
    QColor highlight;
    /// Distinguishable with colour blindness; each has a contrast of at least 3 : 1 to the background.
    std::vector<QColor> series;

    QColor seriesColor(std::size_t index) const { return series[index % series.size()]; }
    /// The colour of bars that are not selected.
    QColor paleColor(std::size_t index) const;

    static ChartLook of(const QPalette& palette);
};

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

/// Where the n of a bar is shown, depending on the space.
enum class CountPosition {
    AboveBar,
    /// All bars of a column have the same n, written once above the column.
    AboveColumn,
    /// As a strip of small bars below the axis.
    Strip,
    /// The value axis counts, so the height of a bar is its n.
    OnAxis,
};

/// Everything that a chart draws, and where. Plain data: ChartCanvas fills in the content, layoutChart() the
/// places; QtCharts draws the value axis, bars and dots there, and chart_marks.h paints the rest.
struct ChartScene {
    ChartContent content;
    ChartLook look;
    QFont font;
    /// Sorted. With `narrowed` all others are pale.
    std::vector<int> chosen;
    bool narrowed = false;
    int hovered = -1;
    int focused = -1;
    int dragFirst = -1;
    int dragLast = -1;
    /// A picture has a title, a caption and always a legend.
    bool isPicture = false;

    // Set by layoutChart().
    ChartGeometry geometry;
    QRectF title;
    QRectF legend;
    QRectF caption;
    /// The distance of the ticks of the value axis.
    double step = 1;
    CountPosition counts = CountPosition::AboveBar;
    /// Means are dots instead of bars, which would be too narrow for their whiskers.
    bool hasDots = false;

    bool isChosen(int category) const { return std::binary_search(chosen.begin(), chosen.end(), category); }
    /// The bars have the colours of their categories instead of those of their series.
    bool hasOwnColors() const;
};

/// What is written above a bar: its n, and of how many.
QString countOf(const ChartMark& mark);

/// The largest n, for which room is reserved.
std::uint64_t mostCountOf(const ChartContent& content);

/// The position of n for the columns of the geometry.
CountPosition countPositionOf(const ChartScene& scene);

/// The heights of the lines below the axis: the labels, the strip of n (0 if there is none), the title.
struct FootLines {
    double labels = 0;
    double strip = 0;
    double title = 0;

    double sum() const { return labels + strip + title; }
};
FootLines footLinesOf(const ChartScene& scene);

/// Places everything in a chart of this size.
void layoutChart(ChartScene& scene, QSizeF size);

/// The height that the caption takes in a picture of this width.
double captionHeight(const ChartScene& scene, double width);

/// The diameter of a dot.
double dotSize(const ChartScene& scene);

/// The label of a tick, in the user's locale.
QString tickText(const ChartScene& scene, double value);

} // namespace duologue::ui
