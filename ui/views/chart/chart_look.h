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

} // namespace duologue::ui
