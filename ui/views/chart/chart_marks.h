// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/chart/chart_content.h"
#include "ui/views/chart/chart_geometry.h"
#include "ui/views/chart/chart_look.h"

#include <QFont>
#include <vector>

class QPainter;

namespace duologue::ui {

/// Where the n of a bar is written, by the room there is.
enum class CountPlace {
    AboveBar,
    /// All bars of a column stand for the same conversations: once over the column.
    AboveColumn,
    Upright,
    Nowhere,
};

/// What a chart draws around its bars at one moment. Plain; the widget fills it in, the functions below
/// paint.
struct ChartScene {
    ChartContent content;
    ChartGeometry geometry;
    ChartLook look;
    QFont font;
    /// In rising order; with `narrowed` every other one is pale.
    std::vector<int> chosen;
    bool narrowed = false;
    int hovered = -1;
    int focused = -1;
    int dragFirst = -1;
    int dragLast = -1;

    bool isChosen(int category) const;
};

/// Pixels over the plot area that the n take, and where they go.
CountPlace countPlaceOf(const ChartScene& scene);
double headroomOf(const ChartScene& scene, CountPlace place);
/// Pixels under the plot area for the labels and the category title.
double footroomOf(const ChartScene& scene);

/// Columns under the pointer or chosen, and the pale bars: behind the bars.
void paintBehind(QPainter& painter, const ChartScene& scene);
/// n, the marks of the pale bars' heights, labels, the focus frame: in front. Texts are drawn as they are,
/// never as markup.
void paintInFront(QPainter& painter, const ChartScene& scene);

} // namespace duologue::ui
