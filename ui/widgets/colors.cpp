// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/colors.h"
#include "ui/app/intent_codes.h"
#include "ui/widgets/theme.h"

#include <QFontMetrics>
#include <QImage>
#include <QPainter>
#include <QPalette>
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

constexpr double kReadingColorsReadable = 4.6;

const QColor& ReadingColors::ofMark(Mark mark) const
{
    switch (mark) {
    case Mark::Yes:
        return bad;
    case Mark::No:
        return good;
    case Mark::Unclear:
        return unclear;
    case Mark::NotAnnotated:
        break;
    }
    return dim;
}

const QColor& ReadingColors::ofRole(std::string_view role) const
{
    return role == "user" ? user : role == "assistant" ? assistant : dim;
}

ReadingColors readingColors(const QPalette& palette)
{
    ReadingColors colors;
    const QColor accent = palette.color(QPalette::Active, QPalette::Highlight);
    colors.page = palette.color(QPalette::Active, QPalette::Base);
    colors.text = palette.color(QPalette::Active, QPalette::Text);
    const bool dark = isDark(colors.page);
    colors.card = blended(colors.page, colors.text, dark ? 0.06 : 0.035);
    colors.userCard = blended(colors.page, accent, dark ? 0.10 : 0.06);
    colors.current = blended(colors.page, accent, dark ? 0.22 : 0.16);
    colors.rule = blended(colors.page, colors.text, 0.15);
    colors.currentBar = accent;

    const QColor amber(dark ? "#ffb86b" : "#a34a00");
    colors.memo = blended(colors.page, amber, dark ? 0.16 : 0.10);
    const QColor teal(dark ? "#5fd0c5" : "#0f8f84");
    colors.difference = blended(colors.page, teal, dark ? 0.26 : 0.20);
    const QColor yellow(dark ? "#ffd84d" : "#ffd000");
    colors.found = blended(colors.page, yellow, dark ? 0.26 : 0.38);
    colors.foundHere = blended(colors.page, amber, 0.34);
    const std::array backgrounds{colors.page, colors.card, colors.userCard, colors.current, colors.memo};
    const QColor pole = dark ? QColor(Qt::white) : QColor(Qt::black);
    // Makes a colour darker or lighter until it is readable on all backgrounds.
    const auto readable = [&](QColor color) {
        for (int step = 0; step < 20; ++step) {
            const bool enough = std::all_of(backgrounds.begin(), backgrounds.end(), [&](const QColor& back) {
                return contrast(color, back) >= kReadingColorsReadable;
            });
            if (enough)
                break;
            color = blended(color, pole, 0.1);
        }
        return color;
    };
    colors.text = readable(colors.text);
    colors.dim = readable(blended(colors.text, colors.page, 0.38));
    colors.user = readable(accent);
    colors.assistant = readable(blended(colors.text, colors.page, 0.12));
    colors.link = readable(palette.color(QPalette::Active, QPalette::Link));
    colors.good = readable(QColor(dark ? "#7cc98f" : "#2b7a3d"));
    colors.bad = readable(amber);
    colors.marked = readable(teal);
    colors.unclear = readable(QColor(dark ? "#c3a6f0" : "#6b46a8"));
    return colors;
}

} // namespace duologue::ui
