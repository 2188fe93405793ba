// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <cstdint>
#include <limits>
#include <vector>

namespace duologue::ui {

/// One bar.
struct ChartMark {
    /// NaN where there is nothing to draw.
    double value = std::numeric_limits<double>::quiet_NaN();
    /// Drawn pale behind it; NaN for none.
    double total = std::numeric_limits<double>::quiet_NaN();
    /// Written above it.
    std::uint64_t n = 0;
    /// "turns 4, mean 1.60, 452 conversations": what a screen reader says.
    QString spoken;
    /// A whisker from here to there, its 95 % interval; NaN for none.
    double low = std::numeric_limits<double>::quiet_NaN();
    double high = std::numeric_limits<double>::quiet_NaN();
};

/// The bars side by side over one label. All texts are plain, whatever they look like, and labels may repeat.
struct ChartCategory {
    QString label;
    /// The label is a number or a range of them: it is drawn whole or not at all.
    bool isNumber = false;
    QString tip;
    /// One for each series.
    std::vector<ChartMark> marks;
};

/// All that a ChartCanvas draws, as plain values.
struct ChartContent {
    /// Drawn on exported pictures only; in the window its surroundings say it.
    QString title;
    QString categoryTitle;
    QString valueTitle;
    /// What the pale bars are, for the legend.
    QString totalName;
    std::vector<QString> series;
    std::vector<ChartCategory> categories;
    /// The value axis.
    double low = 0;
    double high = 1;
};

} // namespace duologue::ui
