// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/widgets/reading_colors.h"

#include <QPalette>
#include <algorithm>
#include <array>

namespace duologue::ui {

namespace {

constexpr double kReadingColorsReadable = 4.6;

} // namespace

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
    colors.unclear = readable(QColor(dark ? "#c3a6f0" : "#6b46a8"));
    return colors;
}

} // namespace duologue::ui
