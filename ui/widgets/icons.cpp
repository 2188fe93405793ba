// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/icons.h"

#include <QApplication>
#include <QGuiApplication>
#include <QHash>
#include <QIconEngine>
#include <QPainter>
#include <QPainterPath>
#include <QPalette>
#include <QPixmap>
#include <QPointer>
#include <QSvgRenderer>
#include <array>

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

namespace {

QPixmap drawn(const QString& file, const QSize& size)
{
    QPixmap pixmap(size);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    QSvgRenderer(file).render(&painter, QRectF(QPointF(), QSizeF(size)));
    return pixmap;
}

class TintedEngine final : public QIconEngine {
public:
    explicit TintedEngine(QString file) : m_file(std::move(file)) {}

    QIconEngine* clone() const override { return new TintedEngine(m_file); }

    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State) override
    {
        QPixmap tinted = drawn(m_file, size);
        QPainter painter(&tinted);
        painter.setCompositionMode(QPainter::CompositionMode_SourceIn);
        painter.fillRect(tinted.rect(), colorOf(mode));
        return tinted;
    }

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State state) override
    {
        const qreal ratio = painter->device()->devicePixelRatioF();
        QPixmap tinted = pixmap(rect.size() * ratio, mode, state);
        tinted.setDevicePixelRatio(ratio);
        painter->drawPixmap(rect.topLeft(), tinted);
    }

private:
    static QColor colorOf(QIcon::Mode mode)
    {
        const QPalette palette = QGuiApplication::palette();
        if (mode == QIcon::Selected)
            return palette.color(QPalette::HighlightedText);
        return palette.color(mode == QIcon::Disabled ? QPalette::Disabled : QPalette::Active,
                             QPalette::ButtonText);
    }

    QString m_file;
};

} // namespace

QIcon toolIcon(const QString& name)
{
    return QIcon(new TintedEngine(QStringLiteral(":/icons/tools/%1.svg").arg(name)));
}

QIcon programIcon()
{
    // Letters cannot be read in smaller icons.
    constexpr int kLeastWithLetters = 32;
    constexpr std::array kSizes{16, 22, 24, 32, 48, 64, 128, 256};
    QIcon icon;
    for (const int size : kSizes)
        icon.addPixmap(drawn(size < kLeastWithLetters
                                 ? QStringLiteral(":/icons/io.github.duologue.Duologue-small.svg")
                                 : QStringLiteral(":/icons/io.github.duologue.Duologue.svg"),
                             QSize(size, size)));
    return icon;
}

QIcon standardIcon(QStyle::StandardPixmap which)
{
    static QPointer<QStyle> style;
    static QString theme;
    static QHash<int, QIcon> known;
    if (style != QApplication::style() || theme != QIcon::themeName()) {
        style = QApplication::style();
        theme = QIcon::themeName();
        known.clear();
    }
    auto found = known.constFind(which);
    if (found == known.constEnd())
        found = known.insert(which, style->standardIcon(which));
    return *found;
}

} // namespace duologue::ui
