// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/widgets/category_colors.h"

#include "ui/views/widgets/metrics.h"
#include "ui/work/colors.h"

#include <QFontMetrics>
#include <QImage>
#include <QPainter>
#include <algorithm>
#include <array>

namespace duologue::ui {

QColor categoryColor(int index)
{
    constexpr std::array<QRgb, 8> kColors{0xE69F00, 0x56B4E9, 0x009E73, 0xF0E442,
                                          0x0072B2, 0xD55E00, 0xCC79A7, 0x999999};
    return QColor(kColors.at(static_cast<std::size_t>(index) % kColors.size()));
}

QColor textOn(const QColor& background)
{
    return isDark(background) ? Qt::white : Qt::black;
}

QSize chipSize(const QFontMetrics& metrics)
{
    return {metrics.horizontalAdvance(QStringLiteral("SR")) + kGrid, metrics.height() + 2};
}

void drawChip(QPainter& painter, const QRect& rect, const QString& code, const QColor& color)
{
    constexpr int kRadius = 3;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    painter.drawRoundedRect(rect, kRadius, kRadius);
    painter.setPen(textOn(color));
    painter.drawText(rect, Qt::AlignCenter, code);
    painter.restore();
}

int codedWidth(const QString& name, const QFontMetrics& metrics)
{
    return chipSize(metrics).width() + (name.isEmpty() ? 0 : kHalfGrid + metrics.horizontalAdvance(name));
}

void drawCoded(QPainter& painter, const QRect& rect, Qt::Alignment alignment, const CodedName& name)
{
    constexpr int kFewestLetters = 3;
    const QFontMetrics metrics = painter.fontMetrics();
    const int chip = name.code.isEmpty() ? 0 : chipSize(metrics).width();
    const int before = chip > 0 ? chip + kHalfGrid : 0;
    const int room = rect.width() - before;
    const bool fits = before == 0 || room >= kFewestLetters * metrics.averageCharWidth();
    const QString text = fits ? metrics.elidedText(name.name, Qt::ElideRight, room) : QString();
    const int used = text.isEmpty() ? chip : before + metrics.horizontalAdvance(text);
    const int free = std::max(0, rect.width() - used);
    const int left = rect.left() + (alignment.testFlag(Qt::AlignRight)     ? free
                                    : alignment.testFlag(Qt::AlignHCenter) ? free / 2
                                                                           : 0);
    if (chip > 0) {
        const int height = std::min(rect.height(), chipSize(metrics).height());
        drawChip(painter, {left, rect.center().y() - (height - 1) / 2, chip, height}, name.code, name.color);
    }
    painter.drawText(QRect(left + before, rect.top(), used - before + 1, rect.height()),
                     Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, text);
}

QImage chipImage(const QFont& font, const QString& code, const QColor& color, double scale)
{
    const QSize size = chipSize(QFontMetrics(font));
    QImage image((QSizeF(size) * scale).toSize(), QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(scale);
    image.fill(Qt::transparent);
    QPainter painter(&image);
    painter.setFont(font);
    drawChip(painter, QRect(QPoint(), size), code, color);
    return image;
}

} // namespace duologue::ui
