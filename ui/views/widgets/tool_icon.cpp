// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/widgets/tool_icon.h"

#include <QGuiApplication>
#include <QIconEngine>
#include <QPainter>
#include <QPalette>
#include <QPixmap>
#include <QSvgRenderer>
#include <array>

namespace duologue::ui {

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

} // namespace duologue::ui
