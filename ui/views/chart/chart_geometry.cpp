// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/chart/chart_geometry.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace duologue::ui {

double ChartGeometry::y(double value) const
{
    if (std::isnan(value) || high <= low)
        value = low;
    const double share = (value - low) / (high - low);
    return plot.bottom() - std::clamp(share, 0.0, 1.0) * plot.height();
}

QRectF ChartGeometry::column(int category) const
{
    const int place = columns.empty() ? category : columns.at(static_cast<std::size_t>(category));
    return {plot.left() + place * columnWidth(), plot.top(), columnWidth(), plot.height()};
}

QRectF ChartGeometry::bar(int category, int number, double value) const
{
    const double left = column(category).center().x() - series * barWidth() / 2;
    const double zero = y(std::clamp(0.0, low, high));
    const double end = std::isnan(value) ? zero : y(value);
    return QRectF(QPointF(left + number * barWidth(), std::min(zero, end)),
                  QPointF(left + (number + 1) * barWidth(), std::max(zero, end)));
}

int ChartGeometry::categoryAt(double x) const
{
    if (x < plot.left() || x >= plot.right())
        return -1;
    const int nearest = nearestCategory(x);
    if (nearest < 0)
        return -1;
    const QRectF hit = column(nearest);
    return x >= hit.left() && x < hit.right() ? nearest : -1;
}

int ChartGeometry::seriesAt(int category, double x) const
{
    for (int number = 0; number < series; ++number) {
        const QRectF area = bar(category, number, 0);
        if (x >= area.left() && x < area.right())
            return number;
    }
    return -1;
}

int ChartGeometry::nearestCategory(double x) const
{
    if (categories == 0 || plot.width() <= 0)
        return -1;
    const auto place = static_cast<int>(std::floor((x - plot.left()) / columnWidth()));
    if (columns.empty())
        return std::clamp(place, 0, categories - 1);
    const auto after = std::lower_bound(columns.begin(), columns.end(), place);
    if (after == columns.end())
        return categories - 1;
    const auto index = static_cast<int>(after - columns.begin());
    const bool isBeforeNearer =
        index > 0 && place - columns[static_cast<std::size_t>(index) - 1] < *after - place;
    return isBeforeNearer ? index - 1 : index;
}

double niceStep(double range, int parts, bool areCounts)
{
    if (!(range > 0) || parts < 1)
        return 1;
    const double rough = range / parts;
    const double power = std::pow(10.0, std::floor(std::log10(rough)));
    constexpr std::array<double, 4> kSteps{1, 2, 2.5, 5};
    for (const double step : kSteps) {
        const double made = step * power;
        if (rough <= made * 1.0001 && (!areCounts || std::floor(made) == made))
            return made;
    }
    return areCounts ? std::max(1.0, 10 * power) : 10 * power;
}

int decimalsOf(double step)
{
    constexpr int kMost = 6;
    int decimals = 0;
    while (decimals < kMost && std::abs(step - std::round(step)) > 1e-9) {
        step *= 10;
        ++decimals;
    }
    return decimals;
}

std::vector<double> ticksOf(double low, double high, double step)
{
    // Rounding must not lose the last tick.
    constexpr double kRounding = 1e-9;
    std::vector<double> ticks;
    const double first = std::ceil(low / step - kRounding);
    const double last = std::floor(high / step + kRounding);
    for (double i = first; i <= last; ++i)
        ticks.push_back(i * step);
    return ticks;
}

} // namespace duologue::ui
