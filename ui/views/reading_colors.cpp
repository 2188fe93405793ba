// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/reading_colors.h"

#include <QPalette>
#include <algorithm>
#include <array>
#include <cmath>

namespace duologue::ui {

namespace {

constexpr double kReadable = 4.6;

QColor mixed(const QColor& from, const QColor& to, double share)
{
    const auto part = [share](double a, double b) { return static_cast<float>(a + (b - a) * share); };
    // Whole steps of 255, as they come out on the screen.
    return QColor(QColor::fromRgbF(part(from.redF(), to.redF()), part(from.greenF(), to.greenF()),
                                   part(from.blueF(), to.blueF()))
                      .rgb());
}

double luminance(const QColor& color)
{
    const auto linear = [](double part) {
        return part <= 0.03928 ? part / 12.92 : std::pow((part + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF()) + 0.0722 * linear(color.blueF());
}

} // namespace

double contrast(const QColor& left, const QColor& right)
{
    const double a = luminance(left);
    const double b = luminance(right);
    return (std::max(a, b) + 0.05) / (std::min(a, b) + 0.05);
}

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
    const bool dark = luminance(colors.page) < luminance(colors.text);
    colors.card = mixed(colors.page, colors.text, dark ? 0.06 : 0.035);
    colors.userCard = mixed(colors.page, accent, dark ? 0.10 : 0.06);
    colors.current = mixed(colors.page, accent, dark ? 0.22 : 0.16);
    colors.rule = mixed(colors.page, colors.text, 0.15);
    colors.currentBar = accent;

    const QColor amber(dark ? "#ffb86b" : "#a34a00");
    colors.memo = mixed(colors.page, amber, dark ? 0.16 : 0.10);
    const std::array backgrounds{colors.page, colors.card, colors.userCard, colors.current, colors.memo};
    const QColor pole = dark ? QColor(Qt::white) : QColor(Qt::black);
    // Moves towards black or white until it can be read everywhere.
    const auto readable = [&](QColor color) {
        for (int step = 0; step < 20; ++step) {
            const bool enough = std::all_of(backgrounds.begin(), backgrounds.end(), [&](const QColor& back) {
                return contrast(color, back) >= kReadable;
            });
            if (enough)
                break;
            color = mixed(color, pole, 0.1);
        }
        return color;
    };
    colors.text = readable(colors.text);
    colors.dim = readable(mixed(colors.text, colors.page, 0.38));
    colors.user = readable(accent);
    colors.assistant = readable(mixed(colors.text, colors.page, 0.12));
    colors.link = readable(palette.color(QPalette::Active, QPalette::Link));
    colors.good = readable(QColor(dark ? "#7cc98f" : "#2b7a3d"));
    colors.bad = readable(amber);
    colors.unclear = readable(QColor(dark ? "#c3a6f0" : "#6b46a8"));
    return colors;
}

} // namespace duologue::ui
