// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/chart/chart_look.h"

#include <QFont>
#include <QRectF>
#include <QStringList>

class QPainter;

namespace duologue::ui {

class HeatMapModel;

/// The appearance of one cell of a heat map.
struct HeatCell {
    /// 0 to 1.
    double intensity = 0;
    QString figure;
    /// Written below the figure if there is room; may be empty.
    QString count;
    bool isPale = false;
    bool isChosen = false;
    bool isFocused = false;
};

/// The colour of an intensity, from nearly the background to a full colour on which text is readable.
QColor heatColor(const ChartLook& look, double intensity);

void paintHeatCell(QPainter& painter, const QRectF& rect, const HeatCell& cell, const ChartLook& look);

/// The scale from the palest to the fullest colour, with the texts of both ends.
void paintHeatScale(QPainter& painter, const QRectF& rect, const ChartLook& look, const QString& low,
                    const QString& high);

/// A whole heat map as a picture: title, headers, cells, scale, caption. Texts are plain, never markup.
void paintHeatMap(QPainter& painter, const QRectF& paper, const HeatMapModel& model, const QString& title,
                  const QStringList& caption, const QFont& font);

} // namespace duologue::ui
