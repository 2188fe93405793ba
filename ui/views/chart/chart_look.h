// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/work/colors.h"

#include <QColor>
#include <vector>

class QPalette;

namespace duologue::ui {

/// The colours of a chart, made from a palette, dark or light.
struct ChartLook {
    QColor background;
    QColor text;
    /// Axis labels, n, values that are not chosen.
    QColor quietText;
    QColor grid;
    QColor axis;
    /// Pale bars behind, and the line that marks their height in front.
    QColor total;
    QColor totalEdge;
    QColor highlight;
    /// Told apart by people who see few colours, each at least 3 : 1 against the background.
    std::vector<QColor> series;

    QColor seriesColor(std::size_t index) const { return series[index % series.size()]; }
    /// Of bars that are not chosen.
    QColor paleColor(std::size_t index) const;

    static ChartLook of(const QPalette& palette);
};

} // namespace duologue::ui
