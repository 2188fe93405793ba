// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/conversation.h"

#include <QColor>
#include <QIcon>
#include <QImage>
#include <QStyle>

class QPainter;
class QRectF;

namespace duologue::ui {

/// Draws the icon of a hallucination mark. The shapes differ: yes is a triangle with "!", no a circle with a
/// tick, unclear a circle with "?". Draws nothing for Mark::NotAnnotated.
void drawMark(QPainter& painter, const QRectF& rect, Mark mark, const QColor& color);

/// The same icon as a square image with sides of `pixels`.
QImage markImage(Mark mark, const QColor& color, int pixels);

/// A bundled icon of one colour, resources/icons/tools/NAME.svg, in the text colour of the program's palette
/// at the time when it is drawn. Icons of a desktop's theme are missing under a bare window manager. GUI
/// thread.
QIcon toolIcon(const QString& name);

/// The icon of the program, in all sizes that desktops ask for.
QIcon programIcon();

/// The application style's picture, which the style itself would look for anew for every row that is painted.
/// GUI thread.
QIcon standardIcon(QStyle::StandardPixmap which);

} // namespace duologue::ui
