// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/chart/chart_content.h"
#include "ui/views/chart/chart_geometry.h"
#include "ui/views/chart/chart_look.h"

#include <QFont>
#include <QSizeF>
#include <vector>

namespace duologue::ui {

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

    bool isChosen(int category) const;
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
