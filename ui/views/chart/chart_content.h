// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <cstdint>
#include <limits>
#include <vector>

namespace duologue::ui {

/// One bar.
struct ChartMark {
    /// NaN if there is nothing to draw.
    double value = std::numeric_limits<double>::quiet_NaN();
    /// Drawn pale behind the bar; NaN for none.
    double total = std::numeric_limits<double>::quiet_NaN();
    /// Written above the bar.
    std::uint64_t n = 0;
    /// For screen readers: "turns 4, mean 1.60, 452 conversations".
    QString spoken;
    /// The 95 % interval, drawn as a whisker; NaN for none.
    double low = std::numeric_limits<double>::quiet_NaN();
    double high = std::numeric_limits<double>::quiet_NaN();
};

/// The bars side by side above one label. Texts are plain, never markup; labels may repeat.
struct ChartCategory {
    QString label;
    /// The label is a number or a range: it is drawn whole or not at all.
    bool isNumber = false;
    QString tip;
    /// One for each series.
    std::vector<ChartMark> marks;
};

/// Everything that a ChartCanvas draws, as plain values.
struct ChartContent {
    /// Drawn in exported pictures only; the window shows it elsewhere.
    QString title;
    QString categoryTitle;
    QString valueTitle;
    /// The name of the pale bars, for the legend.
    QString totalName;
    std::vector<QString> series;
    std::vector<ChartCategory> categories;
    /// The value axis.
    double low = 0;
    double high = 1;
};

} // namespace duologue::ui
