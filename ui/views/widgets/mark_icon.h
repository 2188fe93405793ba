// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/conversation.h"

#include <QColor>
#include <QImage>

class QPainter;
class QRectF;

namespace duologue::ui {

/// Draws the icon of a hallucination mark. The shapes differ: yes is a triangle with "!", no a circle with a
/// tick, unclear a circle with "?". Draws nothing for Mark::NotAnnotated.
void drawMark(QPainter& painter, const QRectF& rect, Mark mark, const QColor& color);

/// The same icon as a square image with sides of `pixels`.
QImage markImage(Mark mark, const QColor& color, int pixels);

} // namespace duologue::ui
