// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/chart/chart_layout.h"

#include "ui/views/chart/chart_legend.h"
#include "ui/work/qt_text.h"

#include <QFontMetricsF>
#include <QLocale>
#include <algorithm>
#include <cmath>

namespace duologue::ui {

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

bool ChartScene::isChosen(int category) const
{
    return std::binary_search(chosen.begin(), chosen.end(), category);
}

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
