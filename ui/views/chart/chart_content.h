// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QString>
#include <QStringList>
#include <cstdint>
#include <limits>
#include <vector>

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

} // namespace duologue::ui
