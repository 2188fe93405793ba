// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/widgets/category_colors.h"

#include "ui/views/widgets/metrics.h"
#include "ui/work/colors.h"

#include <QFontMetrics>
#include <QPainter>
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

} // namespace duologue::ui
