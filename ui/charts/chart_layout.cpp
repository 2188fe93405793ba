// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/chart_layout.h"
#include "ui/app/text.h"
#include "ui/charts/chart_canvas.h"

#include <QFontMetricsF>
#include <QLocale>
#include <QPalette>
#include <algorithm>
#include <array>
#include <cmath>

namespace duologue::ui {

// Colours of Okabe and Ito, and of Tol, darkened for white and lightened for dark backgrounds. Neighbours
// also differ in lightness.
constexpr std::array<QRgb, 8> kOnLight{0xFF1F6FB5, 0xFFC8590A, 0xFF0B7A5E, 0xFFA8448F,
                                       0xFF7A6200, 0xFF5A6672, 0xFF882255, 0xFF3E3A9C};
constexpr std::array<QRgb, 8> kOnDark{0xFF5AAEE8, 0xFFF0A23C, 0xFF3CC79C, 0xFFE594CB,
                                      0xFFE6DC5A, 0xFFA9B4BF, 0xFFE0708A, 0xFF9D9AF2};

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

namespace {

constexpr double kLayoutMargin = 6;
constexpr double kCountGap = 3;
constexpr double kFootGap = 5;
constexpr double kMostShare = 0.74;
constexpr double kWidestBar = 46;
/// Narrower bars are dots: whiskers would hide them.
constexpr double kNarrowestBar = 10;
constexpr double kStripBars = 14;
constexpr int kMostTicks = 5;

bool sameCounts(const ChartCategory& category)
{
    return std::all_of(category.marks.begin(), category.marks.end(), [&](const ChartMark& mark) {
        return mark.n == category.marks.front().n && mark.kept == category.marks.front().kept;
    });
}

double widestCount(const ChartScene& scene)
{
    const QFontMetricsF metrics(scene.font);
    double widest = metrics.horizontalAdvance(countText(mostCountOf(scene.content)));
    for (const ChartCategory& category : scene.content.categories) {
        for (const ChartMark& mark : category.marks)
            widest = std::max(widest, metrics.horizontalAdvance(countOf(mark)));
    }
    return widest;
}

/// The height above the highest value that n, or half a dot, needs.
double headroomOf(const ChartScene& scene)
{
    constexpr double kDot = 5;
    const bool isAbove =
        scene.counts == CountPosition::AboveBar || scene.counts == CountPosition::AboveColumn;
    return isAbove ? QFontMetricsF(scene.font).height() + 2 * kCountGap : kDot;
}

double tickWidth(const ChartScene& scene)
{
    const QFontMetricsF metrics(scene.font);
    double widest = 0;
    for (const double tick : ticksOf(scene.content.low, scene.content.high, scene.step))
        widest = std::max(widest, metrics.horizontalAdvance(tickText(scene, tick)));
    return widest;
}

void layoutColumns(ChartScene& scene)
{
    ChartGeometry& geometry = scene.geometry;
    geometry.columns.clear();
    int place = -1;
    for (const ChartCategory& category : scene.content.categories) {
        place += 1 + category.emptyBefore;
        geometry.columns.push_back(place);
    }
    geometry.barShare =
        geometry.categories == 0
            ? kMostShare
            : std::min(kMostShare, kWidestBar * geometry.series / std::max(1.0, geometry.columnWidth()));
    scene.hasDots = scene.content.areMeans && geometry.barWidth() < kNarrowestBar;
    scene.counts = countPositionOf(scene);
}

/// One round: the width of the tick labels depends on the height, and the lines below the axis on the width.
void layoutPlot(ChartScene& scene, const QRectF& room)
{
    const QFontMetricsF metrics(scene.font);
    ChartGeometry& geometry = scene.geometry;
    const ChartContent& content = scene.content;
    const double left = tickWidth(scene) + 2 * kLayoutMargin + metrics.height();
    geometry.plot = QRectF(room.left() + left, room.top(), std::max(1.0, room.width() - left),
                           std::max(1.0, room.height() - footLinesOf(scene).sum()));
    layoutColumns(scene);
    geometry.plot.setHeight(std::max(1.0, room.height() - footLinesOf(scene).sum()));
    const double height = geometry.plot.height();
    const double drawn = std::max(height / 2, height - headroomOf(scene));
    constexpr double kTickLines = 1.8;
    const int parts = std::clamp(static_cast<int>(drawn / (kTickLines * metrics.height())), 1, kMostTicks);
    scene.step = niceStep(content.high - content.low, parts, !content.areMeans);
    geometry.low = content.low;
    geometry.high = content.low + (content.high - content.low) * height / drawn;
}

} // namespace

bool ChartScene::hasOwnColors() const
{
    const auto& categories = content.categories;
    return content.series.size() == 1 && !categories.empty() &&
           std::all_of(categories.begin(), categories.end(),
                       [](const ChartCategory& category) { return category.color.isValid(); });
}

QString countOf(const ChartMark& mark)
{
    return mark.kept > mark.n ? QStringLiteral("%1/%2").arg(countText(mark.n), countText(mark.kept))
                              : countText(mark.n);
}

std::uint64_t mostCountOf(const ChartContent& content)
{
    std::uint64_t most = content.mostCount;
    for (const ChartCategory& category : content.categories) {
        for (const ChartMark& mark : category.marks)
            most = std::max(most, mark.n);
    }
    return most;
}

CountPosition countPositionOf(const ChartScene& scene)
{
    const double bar = scene.geometry.barWidth();
    const double widest = widestCount(scene);
    const auto& categories = scene.content.categories;
    // The bars of one category touch, so there is no gap for their counts.
    const double room = scene.geometry.series > 1 ? bar - kCountGap : bar + kCountGap;
    if (widest <= room)
        return CountPosition::AboveBar;
    if (widest + kCountGap <= scene.geometry.columnWidth() &&
        std::all_of(categories.begin(), categories.end(), sameCounts))
        return CountPosition::AboveColumn;
    return scene.content.areMeans ? CountPosition::Strip : CountPosition::OnAxis;
}

FootLines footLinesOf(const ChartScene& scene)
{
    QFont bold = scene.font;
    bold.setBold(true);
    const double line = QFontMetricsF(bold).height();
    return {kFootGap + line, scene.counts == CountPosition::Strip ? kStripBars + kFootGap : 0,
            line + kCountGap};
}

double captionHeight(const ChartScene& scene, double width)
{
    const QFontMetricsF metrics(scene.font);
    double height = 0;
    for (const QString& line : scene.content.caption)
        height += metrics.boundingRect(QRectF(0, 0, width, 1e6), Qt::TextWordWrap, line).height();
    return scene.content.caption.isEmpty() ? 0 : height + kFootGap;
}

void layoutChart(ChartScene& scene, QSizeF size)
{
    const QFontMetricsF metrics(scene.font);
    scene.geometry.categories = static_cast<int>(scene.content.categories.size());
    scene.geometry.series = static_cast<int>(scene.content.series.size());
    QRectF room = QRectF(QPointF(), size)
                      .adjusted(kLayoutMargin, kLayoutMargin, -2 * kLayoutMargin, -kLayoutMargin / 2);
    const auto takeTop = [&room](double height) {
        const QRectF taken(room.left(), room.top(), room.width(), height);
        room.setTop(room.top() + height);
        return taken;
    };
    scene.title =
        takeTop(scene.isPicture && !scene.content.title.isEmpty() ? metrics.height() + 2 * kLayoutMargin : 0);
    const bool showsLegend = scene.isPicture || scene.content.showsLegend;
    const double legend =
        showsLegend ? legendHeight(legendOf(scene.content, scene.look), room.width(), scene.font) : 0;
    scene.legend = takeTop(legend);
    if (legend > 0)
        takeTop(kCountGap);
    const double caption = scene.isPicture ? captionHeight(scene, room.width()) : 0;
    scene.caption = QRectF(room.left(), room.bottom() - caption, room.width(), caption);
    room.setBottom(room.bottom() - caption);
    // Labels of ticks are centred on their lines.
    takeTop(metrics.height() / 2);
    // The step of an earlier content could mean a million ticks.
    scene.step = niceStep(scene.content.high - scene.content.low, kMostTicks, !scene.content.areMeans);
    constexpr int kRounds = 2;
    for (int round = 0; round < kRounds; ++round)
        layoutPlot(scene, room);
}

double dotSize(const ChartScene& scene)
{
    constexpr double kLargest = 9;
    constexpr double kSmallest = 4;
    return std::clamp(scene.geometry.barWidth() + 1, kSmallest, kLargest);
}

QString tickText(const ChartScene& scene, double value)
{
    return QLocale().toString(value, 'f', decimalsOf(scene.step));
}

} // namespace duologue::ui
