// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/work/colors.h"

#include <QColor>
#include <algorithm>
#include <cmath>

namespace duologue::ui {

namespace {

double channel(double value)
{
    return value <= 0.03928 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
}

double luminance(const QColor& color)
{
    return 0.2126 * channel(color.redF()) + 0.7152 * channel(color.greenF()) +
           0.0722 * channel(color.blueF());
}

} // namespace

QColor blended(const QColor& under, const QColor& over, double share)
{
    const auto mix = [share](float a, float b) {
        return static_cast<float>(static_cast<double>(a) * (1 - share) + static_cast<double>(b) * share);
    };
    // Rounds to steps of 1/255, as displayed.
    return QColor(QColor::fromRgbF(mix(under.redF(), over.redF()), mix(under.greenF(), over.greenF()),
                                   mix(under.blueF(), over.blueF()))
                      .rgb());
}

double contrast(const QColor& one, const QColor& other)
{
    const double a = luminance(one);
    const double b = luminance(other);
    return (std::max(a, b) + 0.05) / (std::min(a, b) + 0.05);
}

bool isDark(const QColor& background)
{
    return contrast(background, Qt::white) > contrast(background, Qt::black);
}

} // namespace duologue::ui
