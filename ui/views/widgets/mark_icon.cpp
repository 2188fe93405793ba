// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/widgets/mark_icon.h"

#include <QPainter>
#include <QPainterPath>

namespace duologue::ui {

namespace {

/// The shapes are designed on a grid of 16 x 16.
constexpr qreal kMarkGrid = 16;
constexpr qreal kStroke = 1.5;

void drawTriangle(QPainter& painter)
{
    QPainterPath path(QPointF(8, 1.9));
    path.lineTo(15, 14);
    path.lineTo(1, 14);
    path.closeSubpath();
    painter.drawPath(path);
    painter.drawLine(QPointF(8, 6.2), QPointF(8, 9.9));
    painter.drawPoint(QPointF(8, 12));
}

void drawTick(QPainter& painter)
{
    painter.drawEllipse(QRectF(1.5, 1.5, 13, 13));
    painter.drawPolyline(QPolygonF({QPointF(4.9, 8.3), QPointF(7.2, 10.6), QPointF(11.2, 5.7)}));
}

void drawQuestion(QPainter& painter)
{
    painter.drawEllipse(QRectF(1.5, 1.5, 13, 13));
    QPainterPath path(QPointF(5.9, 6.3));
    path.cubicTo(QPointF(5.9, 3.6), QPointF(10.1, 3.6), QPointF(10.1, 6.3));
    path.cubicTo(QPointF(10.1, 7.9), QPointF(8, 7.9), QPointF(8, 9.5));
    painter.drawPath(path);
    painter.drawPoint(QPointF(8, 11.7));
}

} // namespace

void drawMark(QPainter& painter, const QRectF& rect, Mark mark, const QColor& color)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.translate(rect.topLeft());
    painter.scale(rect.width() / kMarkGrid, rect.height() / kMarkGrid);
    painter.setPen(QPen(color, kStroke, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.setBrush(Qt::NoBrush);
    switch (mark) {
    case Mark::Yes:
        drawTriangle(painter);
        break;
    case Mark::No:
        drawTick(painter);
        break;
    case Mark::Unclear:
        drawQuestion(painter);
        break;
    case Mark::NotAnnotated:
        break;
    }
    painter.restore();
}

QImage markImage(Mark mark, const QColor& color, int pixels)
{
    QImage image(pixels, pixels, QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::transparent);
    QPainter painter(&image);
    drawMark(painter, QRectF(0, 0, pixels, pixels), mark, color);
    return image;
}

} // namespace duologue::ui
