// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/chart_axis.h"
#include "ui/charts/chart_layout.h"

#include <QWidget>

class QPainter;

namespace duologue::ui {

/// Paint a chart after layoutChart(), except for the value axis and the bars or dots, which QtCharts draws
/// between both. Texts are plain, never markup.
///
/// Behind them: the grid, highlighted columns, the pale bars, and what dots stand out from: their intervals
/// and the axis of the columns.
void paintBehind(QPainter& painter, const ChartScene& scene);
/// In front of them: the intervals of bars, n, the axis of the columns with their labels, the legend, the
/// focus frame; in pictures also the title and the caption.
void paintInFront(QPainter& painter, const ChartScene& scene);

/// Where the n of all bars of a category is written, if it is AboveColumn.
QRectF countRect(const ChartScene& scene, int category);

/// The middle of a bar, where its interval and its dot are: on a pixel, so that lines are sharp.
double markX(const ChartScene& scene, int category, int series);

/// The line of the interval of a mark, from its low to its high end, cut at the axis; empty if there is none.
QLineF whiskerLine(const ChartScene& scene, int category, int series);

/// The small bar of a mark in the strip of n below the axis; empty if there is no strip.
QRectF stripBar(const ChartScene& scene, int category, int series);

/// The distribution of a rating in the dataset as small bars; the value of this record is highlighted. GUI
/// thread.
class DistributionMarks : public QWidget {
    Q_OBJECT

public:
    explicit DistributionMarks(QWidget* parent);

    void setScale(const RatingScale& scale, double value);

    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    std::map<double, std::uint64_t> m_counts;
    double m_value = 0;
};

/// A value on a short scale as filled and empty dots: 2 of 2 is two filled, 0 of 2 two empty ones.
class StepMarks : public QWidget {
    Q_OBJECT

public:
    explicit StepMarks(QWidget* parent);

    void setValue(double value, int most);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    double dot() const { return fontMetrics().ascent() * 0.85; }

    double m_value = 0;
    int m_most = 0;
};

} // namespace duologue::ui
