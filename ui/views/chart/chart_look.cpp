// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/chart/chart_look.h"

#include <QPalette>
#include <array>

namespace duologue::ui {

namespace {

// Colours of Okabe and Ito, and of Tol, darkened for white and lightened for dark backgrounds. Neighbours
// also differ in lightness.
constexpr std::array<QRgb, 8> kOnLight{0xFF1F6FB5, 0xFFC8590A, 0xFF0B7A5E, 0xFFA8448F,
                                       0xFF7A6200, 0xFF5A6672, 0xFF882255, 0xFF3E3A9C};
constexpr std::array<QRgb, 8> kOnDark{0xFF5AAEE8, 0xFFF0A23C, 0xFF3CC79C, 0xFFE594CB,
                                      0xFFE6DC5A, 0xFFA9B4BF, 0xFFE0708A, 0xFF9D9AF2};

} // namespace

QColor ChartLook::paleColor(std::size_t index) const
{
    constexpr double kShare = 0.32;
    return blended(background, seriesColor(index), kShare);
}

ChartLook ChartLook::of(const QPalette& palette)
{
    ChartLook look;
    look.background = palette.color(QPalette::Base);
    look.text = palette.color(QPalette::Text);
    look.quietText = blended(look.background, look.text, 0.72);
    look.grid = blended(look.background, look.text, 0.10);
    look.axis = blended(look.background, look.text, 0.35);
    look.total = blended(look.background, look.text, 0.13);
    look.totalEdge = blended(look.background, look.text, 0.62);
    look.highlight = palette.color(QPalette::Highlight);
    const auto& colors = isDark(look.background) ? kOnDark : kOnLight;
    look.series.assign(colors.begin(), colors.end());
    return look;
}

} // namespace duologue::ui
