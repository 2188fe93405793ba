// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/chart/chart_content.h"
#include "ui/views/chart/chart_geometry.h"
#include "ui/views/chart/chart_look.h"

#include <QFont>
#include <vector>

class QPainter;

namespace duologue::ui {

/// Where the n of a bar is written, depending on the space.
enum class CountPosition {
    AboveBar,
    /// All bars of a column have the same n, written once above the column.
    AboveColumn,
    Upright,
    Nowhere,
};

/// Everything that a chart draws around its bars. Plain data; the widget fills it in, the functions below
/// paint it.
struct ChartScene {
    ChartContent content;
    ChartGeometry geometry;
    ChartLook look;
    QFont font;
    /// Sorted. With `narrowed` all others are pale.
    std::vector<int> chosen;
    bool narrowed = false;
    int hovered = -1;
    int focused = -1;
    int dragFirst = -1;
    int dragLast = -1;

    bool isChosen(int category) const;
};

/// The position of n, and the height above the plot area that it needs, in pixels.
CountPosition countPositionOf(const ChartScene& scene);
double headroomOf(const ChartScene& scene, CountPosition place);
/// The height below the plot area for labels and category title, in pixels.
double footroomOf(const ChartScene& scene);

/// Paints what is behind the bars: highlighted and selected columns, and the pale bars.
void paintBehind(QPainter& painter, const ChartScene& scene);
/// Paints what is in front of the bars: n, whiskers, the heights of the pale bars, labels, the focus frame.
/// Texts are plain, never markup.
void paintInFront(QPainter& painter, const ChartScene& scene);

} // namespace duologue::ui
