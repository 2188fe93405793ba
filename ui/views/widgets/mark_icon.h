// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/record/conversation.h"

#include <QColor>
#include <QImage>

class QPainter;
class QRectF;

namespace duologue::ui {

/// Draws the sign of a hallucination mark, told apart by shape: yes is a triangle with "!", no a circle with
/// a tick, unclear a circle with "?". Nothing for Mark::NotAnnotated.
void drawMark(QPainter& painter, const QRectF& place, Mark mark, const QColor& color);

/// The same as a square image of that many pixels.
QImage markImage(Mark mark, const QColor& color, int pixels);

} // namespace duologue::ui
