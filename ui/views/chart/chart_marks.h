// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/chart/chart_content.h"
#include "ui/views/chart/chart_geometry.h"
#include "ui/views/chart/chart_look.h"

#include <QFont>
#include <vector>

class QPainter;

namespace duologue::ui {

/// Where n is written, which depends on the space.
enum class CountPlace {
    AboveBar,
    /// All bars of each column have the same n, which is written once above the column.
    AboveColumn,
    Upright,
    Nowhere,
};

/// What the functions below need to paint around the bars of a chart. Plain data, filled in by ChartCanvas.
struct ChartScene {
    ChartContent content;
    ChartGeometry geometry;
    ChartLook look;
    QFont font;
    /// In ascending order. If `narrowed` is set, all others are pale.
    std::vector<int> chosen;
    bool narrowed = false;
    int hovered = -1;
    int focused = -1;
    int dragFirst = -1;
    int dragLast = -1;

    bool isChosen(int category) const;
};

/// Where n is written, and how many pixels above the bars it takes.
CountPlace countPlaceOf(const ChartScene& scene);
double headroomOf(const ChartScene& scene, CountPlace place);
/// Pixels below the plot area for the labels and the category title.
double footroomOf(const ChartScene& scene);

/// Paints what is behind the bars: columns that are hovered, dragged over or chosen, and the pale bars.
void paintBehind(QPainter& painter, const ChartScene& scene);
/// Paints what is in front of the bars: n, whiskers, the heights of pale bars, labels, the focus frame.
/// Texts are never read as markup.
void paintInFront(QPainter& painter, const ChartScene& scene);

} // namespace duologue::ui
