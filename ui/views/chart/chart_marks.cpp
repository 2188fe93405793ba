// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/chart/chart_marks.h"

#include "ui/work/qt_text.h"

#include <QFontMetricsF>
#include <QPainter>
#include <algorithm>
#include <cmath>

namespace duologue::ui {

namespace {

constexpr double kChartMarksGap = 3;
constexpr double kLabelGap = 5;
/// Narrower labels are not shortened; instead only every second, third … label is drawn.
constexpr double kNarrowestLabel = 48;

bool sameCounts(const ChartCategory& category)
{
    return std::all_of(category.marks.begin(), category.marks.end(),
                       [&](const ChartMark& mark) { return mark.n == category.marks.front().n; });
}

double widestCount(const ChartScene& scene)
{
    const QFontMetricsF metrics(scene.font);
    double widest = 0;
    for (const ChartCategory& category : scene.content.categories) {
        for (const ChartMark& mark : category.marks)
            widest = std::max(widest, metrics.horizontalAdvance(countText(mark.n)));
    }
    return widest;
}

/// Narrow bars have none, because it would hide them.
bool hasWhisker(const ChartScene& scene, const ChartMark& mark)
{
    constexpr double kNarrowestBar = 9;
    return !std::isnan(mark.low) && !std::isnan(mark.high) && scene.geometry.barWidth() >= kNarrowestBar;
}

/// On the scale of the data; values above it are not drawn.
double whiskerEnd(const ChartScene& scene, double value)
{
    return std::clamp(value, scene.content.low, scene.content.high);
}

double topOf(const ChartScene& scene, const ChartMark& mark)
{
    const auto heightOf = [&](double value) { return scene.geometry.y(std::isnan(value) ? 0 : value); };
    const double whisker = hasWhisker(scene, mark) ? whiskerEnd(scene, mark.high) : 0;
    return std::min({heightOf(mark.value), heightOf(mark.total), heightOf(whisker), scene.geometry.y(0)});
}

void paintWhiskers(QPainter& painter, const ChartScene& scene)
{
    constexpr double kHalfCap = 3;
    constexpr double kArrow = 4;
    constexpr double kHalo = 3;
    for (int c = 0; c < scene.geometry.categories; ++c) {
        const ChartCategory& category = scene.content.categories[static_cast<std::size_t>(c)];
        for (int s = 0; s < scene.geometry.series; ++s) {
            const ChartMark& mark = category.marks[static_cast<std::size_t>(s)];
            if (!hasWhisker(scene, mark))
                continue;
            const double x = std::round(scene.geometry.bar(c, s, mark.value).center().x()) + 0.5;
            const double top = scene.geometry.y(whiskerEnd(scene, mark.high));
            const double bottom = scene.geometry.y(whiskerEnd(scene, mark.low));
            std::vector<QLineF> lines{QLineF(x, top, x, bottom)};
            // A cap, or an arrow head if the whisker continues beyond the scale.
            const double intoLow = mark.low >= scene.content.low ? 0 : -kArrow;
            const double intoHigh = mark.high <= scene.content.high ? 0 : kArrow;
            for (const double side : {-kHalfCap, kHalfCap}) {
                lines.emplace_back(x, bottom, x + side, bottom + intoLow);
                lines.emplace_back(x, top, x + side, top + intoHigh);
            }
            const bool isQuiet = scene.narrowed && !scene.isChosen(c);
            for (const QPen& pen : {QPen(scene.look.background, kHalo, Qt::SolidLine, Qt::SquareCap),
                                    QPen(isQuiet ? scene.look.quietText : scene.look.text, 1)}) {
                painter.setPen(pen);
                painter.drawLines(lines.data(), static_cast<int>(lines.size()));
            }
        }
    }
}

void paintCounts(QPainter& painter, const ChartScene& scene)
{
    const CountPosition rect = countPositionOf(scene);
    if (rect == CountPosition::Nowhere)
        return;
    const QFontMetricsF metrics(scene.font);
    for (int c = 0; c < scene.geometry.categories; ++c) {
        const ChartCategory& category = scene.content.categories[static_cast<std::size_t>(c)];
        const bool isQuiet = scene.narrowed && !scene.isChosen(c);
        painter.setPen(isQuiet ? scene.look.quietText : scene.look.text);
        if (rect == CountPosition::AboveColumn) {
            double top = scene.geometry.plot.bottom();
            for (const ChartMark& mark : category.marks)
                top = std::min(top, topOf(scene, mark));
            const QRectF column = scene.geometry.column(c);
            painter.drawText(QRectF(column.left(), top - kChartMarksGap - metrics.height(), column.width(),
                                    metrics.height()),
                             Qt::AlignCenter, countText(category.marks.front().n));
            continue;
        }
        for (int s = 0; s < scene.geometry.series; ++s) {
            const ChartMark& mark = category.marks[static_cast<std::size_t>(s)];
            const QRectF bar = scene.geometry.bar(c, s, mark.value);
            const double bottom = topOf(scene, mark) - kChartMarksGap;
            painter.save();
            painter.translate(bar.center().x(), bottom);
            if (rect == CountPosition::Upright) {
                painter.rotate(-90);
                painter.drawText(QPointF(0, metrics.ascent() / 2 - metrics.descent() / 2), countText(mark.n));
            } else {
                const double width = metrics.horizontalAdvance(countText(mark.n));
                painter.drawText(QPointF(-width / 2, -metrics.descent()), countText(mark.n));
            }
            painter.restore();
        }
    }
}

/// Only every n-th label is drawn: n.
int labelStep(const ChartScene& scene, const QFontMetricsF& metrics)
{
    const double column = scene.geometry.columnWidth();
    double widest = 1;
    bool areNumbers = true;
    for (const ChartCategory& category : scene.content.categories) {
        widest = std::max(widest, metrics.horizontalAdvance(category.label));
        areNumbers = areNumbers && category.isNumber;
    }
    // Numbers are not shortened but left out: their neighbours show the scale.
    if (areNumbers && column > 0)
        return std::max(1, static_cast<int>(std::ceil((widest + kLabelGap) / column)));
    if (column >= kNarrowestLabel || column <= 0)
        return 1;
    return std::max(1, static_cast<int>(std::ceil((std::min(widest, kNarrowestLabel) + kLabelGap) / column)));
}

void paintLabels(QPainter& painter, const ChartScene& scene)
{
    QFont bold = scene.font;
    bold.setBold(true);
    const QFontMetricsF metrics(bold);
    const int step = labelStep(scene, metrics);
    const double top = scene.geometry.plot.bottom() + kLabelGap;
    for (int c = 0; c < scene.geometry.categories; c += step) {
        const QRectF column = scene.geometry.column(c);
        const double room = column.width() * step - kLabelGap;
        const bool isChosen = scene.narrowed && scene.isChosen(c);
        painter.setFont(isChosen ? bold : scene.font);
        painter.setPen(!scene.narrowed || isChosen ? scene.look.text : scene.look.quietText);
        const QString label = scene.content.categories[static_cast<std::size_t>(c)].label.simplified();
        const QRectF rect(column.center().x() - room / 2, top, room, metrics.height());
        painter.drawText(rect, Qt::AlignCenter | Qt::TextSingleLine,
                         metrics.elidedText(label, Qt::ElideRight, room));
    }
    painter.setFont(scene.font);
    painter.setPen(scene.look.quietText);
    const QRectF& plot = scene.geometry.plot;
    painter.drawText(QRectF(plot.left(), top + metrics.height(), plot.width(), metrics.height()),
                     Qt::AlignCenter | Qt::TextSingleLine,
                     metrics.elidedText(scene.content.categoryTitle, Qt::ElideRight, plot.width()));
}

/// The heights of the pale bars, visible even if the bar in front is taller.
void paintTotalEdges(QPainter& painter, const ChartScene& scene)
{
    constexpr double kHalo = 3;
    for (int c = 0; c < scene.geometry.categories; ++c) {
        const ChartCategory& category = scene.content.categories[static_cast<std::size_t>(c)];
        for (int s = 0; s < scene.geometry.series; ++s) {
            const ChartMark& mark = category.marks[static_cast<std::size_t>(s)];
            if (std::isnan(mark.total))
                continue;
            const QRectF bar = scene.geometry.bar(c, s, mark.total);
            const double y = std::round(bar.top()) + 0.5;
            const QLineF edge(QPointF(bar.left() + 1, y), QPointF(bar.right() - 1, y));
            if (mark.value > mark.total) {
                painter.setPen(QPen(scene.look.background, kHalo, Qt::SolidLine, Qt::FlatCap));
                painter.drawLine(edge);
            }
            painter.setPen(QPen(scene.look.totalEdge, 1));
            painter.drawLine(edge);
        }
    }
}

void paintFocus(QPainter& painter, const ChartScene& scene)
{
    if (scene.focused < 0 || scene.focused >= scene.geometry.categories)
        return;
    constexpr double kFrame = 2;
    constexpr double kRadius = 4;
    QRectF frame = scene.geometry.column(scene.focused);
    frame.setBottom(frame.bottom() + kLabelGap + QFontMetricsF(scene.font).height() + 1);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(scene.look.highlight, kFrame));
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(frame.adjusted(1, 1, -1, -1), kRadius, kRadius);
    painter.setRenderHint(QPainter::Antialiasing, false);
}

/// A translucent colour, so that the grid stays visible.
QColor transparent(QColor color, float opacity)
{
    color.setAlphaF(opacity);
    return color;
}

void fillColumns(QPainter& painter, const ChartScene& scene, int first, int last, const QColor& color)
{
    for (int c = std::min(first, last); c >= 0 && c <= std::max(first, last); ++c) {
        if (c < scene.geometry.categories)
            painter.fillRect(scene.geometry.column(c), color);
    }
}

} // namespace

bool ChartScene::isChosen(int category) const
{
    return std::binary_search(chosen.begin(), chosen.end(), category);
}

CountPosition countPositionOf(const ChartScene& scene)
{
    const double bar = scene.geometry.barWidth();
    const double widest = widestCount(scene);
    const auto& categories = scene.content.categories;
    // The bars of one category touch, so there is no gap for their counts.
    const double room = scene.geometry.series > 1 ? bar - kChartMarksGap : bar + kChartMarksGap;
    if (widest <= room)
        return CountPosition::AboveBar;
    if (widest + kChartMarksGap <= scene.geometry.columnWidth() &&
        std::all_of(categories.begin(), categories.end(), sameCounts))
        return CountPosition::AboveColumn;
    return QFontMetricsF(scene.font).height() * 0.75 <= bar ? CountPosition::Upright : CountPosition::Nowhere;
}

double headroomOf(const ChartScene& scene, CountPosition rect)
{
    if (rect == CountPosition::Nowhere)
        return kChartMarksGap;
    const double text =
        rect == CountPosition::Upright ? widestCount(scene) : QFontMetricsF(scene.font).height();
    return text + 2 * kChartMarksGap;
}

double footroomOf(const ChartScene& scene)
{
    QFont bold = scene.font;
    bold.setBold(true);
    return kLabelGap + 2 * QFontMetricsF(bold).height() + kChartMarksGap;
}

void paintBehind(QPainter& painter, const ChartScene& scene)
{
    constexpr float kHovered = 0.05F;
    constexpr float kChosen = 0.12F;
    constexpr float kDragged = 0.22F;
    const ChartLook& look = scene.look;
    painter.setRenderHint(QPainter::Antialiasing, false);
    if (scene.narrowed) {
        for (const int c : scene.chosen)
            fillColumns(painter, scene, c, c, transparent(look.highlight, kChosen));
    }
    if (scene.dragFirst >= 0)
        fillColumns(painter, scene, scene.dragFirst, scene.dragLast, transparent(look.highlight, kDragged));
    else if (scene.hovered >= 0)
        fillColumns(painter, scene, scene.hovered, scene.hovered, transparent(look.text, kHovered));
    for (int c = 0; c < scene.geometry.categories; ++c) {
        for (int s = 0; s < scene.geometry.series; ++s) {
            const ChartMark& mark =
                scene.content.categories[static_cast<std::size_t>(c)].marks[static_cast<std::size_t>(s)];
            if (!std::isnan(mark.total))
                painter.fillRect(scene.geometry.bar(c, s, mark.total).adjusted(1, 0, -1, 0), look.total);
        }
    }
}

void paintInFront(QPainter& painter, const ChartScene& scene)
{
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setFont(scene.font);
    paintTotalEdges(painter, scene);
    paintWhiskers(painter, scene);
    paintCounts(painter, scene);
    paintLabels(painter, scene);
    paintFocus(painter, scene);
}

} // namespace duologue::ui
