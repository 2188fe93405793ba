// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/chart/chart_look.h"

#include <QFont>
#include <QRectF>

class QPainter;

namespace duologue::ui {

class CellModel;

/// How one cell of a heat map is drawn.
struct HeatCell {
    /// 0 to 1.
    double intensity = 0;
    QString figure;
    /// Under the figure where there is room; empty for none.
    QString count;
    bool isPale = false;
    bool isChosen = false;
    bool isFocused = false;
};

/// The colour of an intensity: from nearly the background to a full colour that text stands out from.
QColor heatColor(const ChartLook& look, double intensity);

void paintHeatCell(QPainter& painter, const QRectF& place, const HeatCell& cell, const ChartLook& look);

/// From the palest to the fullest, with the texts of both ends beside it.
void paintHeatScale(QPainter& painter, const QRectF& place, const ChartLook& look, const QString& low,
                    const QString& high);

/// A whole heat map as a picture: title, headings, cells, scale. Texts are drawn as they are, never as
/// markup.
void paintHeatMap(QPainter& painter, const QRectF& paper, const CellModel& model, const QString& title,
                  const QFont& font);

} // namespace duologue::ui
