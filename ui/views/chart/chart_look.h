// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/work/colors.h"

#include <QColor>
#include <vector>

class QPalette;

namespace duologue::ui {

/// The colours of a chart, computed from a dark or light palette.
struct ChartLook {
    QColor background;
    QColor text;
    /// For axis labels, n, and values that are not chosen.
    QColor quietText;
    QColor grid;
    QColor axis;
    /// The pale bars, and the line that marks their height in front of the bars.
    QColor total;
    QColor totalEdge;
    QColor highlight;
    /// Colour-blind people can tell these apart; each has a contrast of 3:1 or more against the background.
    std::vector<QColor> series;

    QColor seriesColor(std::size_t index) const { return series[index % series.size()]; }
    /// For bars that are not chosen.
    QColor paleColor(std::size_t index) const;

    static ChartLook of(const QPalette& palette);
};

} // namespace duologue::ui
