// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/chart_marks.h"
#include "ui/app/text.h"
#include "ui/charts/chart_canvas.h"
#include "ui/widgets/colors.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <utility>

namespace duologue::ui {

namespace {

/// Names the translations of this file.
struct ChartMarksWords {
    Q_DECLARE_TR_FUNCTIONS(ChartMarks)
};

constexpr double kChartMarksGap = 3;
constexpr double kLabelGap = 5;
constexpr double kStripGap = 2;
/// Narrower labels are not shortened; instead only every second, third … label is drawn.
constexpr double kNarrowestLabel = 48;

const ChartMark& markOf(const ChartScene& scene, int category, int series)
{
    return scene.content.categories[static_cast<std::size_t>(category)]
        .marks[static_cast<std::size_t>(series)];
}

template<typename Visit>
void forEachMark(const ChartScene& scene, Visit&& visit)
{
    for (int c = 0; c < scene.geometry.categories; ++c) {
        for (int s = 0; s < scene.geometry.series; ++s)
            visit(c, s, markOf(scene, c, s));
    }
}

bool hasWhisker(const ChartMark& mark)
{
    return !std::isnan(mark.low) && !std::isnan(mark.high);
}

/// On the scale of the data; values above it are not drawn.
double whiskerEnd(const ChartScene& scene, double value)
{
    return std::clamp(value, scene.content.low, scene.content.high);
}

double topOf(const ChartScene& scene, const ChartMark& mark)
{
    const auto heightOf = [&](double value) {
        return scene.geometry.y(std::isnan(value) ? scene.content.low : value);
    };
    const double whisker = hasWhisker(mark) ? whiskerEnd(scene, mark.high) : scene.content.low;
    return std::min({heightOf(mark.value), heightOf(mark.total), heightOf(whisker)});
}

/// QtCharts gives all bars of a series one colour.
void paintColoredBars(QPainter& painter, const ChartScene& scene)
{
    constexpr double kPaleShare = 0.32;
    constexpr int kEdge = 130;
    if (scene.hasDots || !scene.hasOwnColors())
        return;
    for (int c = 0; c < scene.geometry.categories; ++c) {
        const ChartCategory& category = scene.content.categories[static_cast<std::size_t>(c)];
        const double value = category.marks.front().value;
        if (std::isnan(value))
            continue;
        const bool isPale = scene.narrowed && !scene.isChosen(c);
        const QColor color =
            isPale ? blended(scene.look.background, category.color, kPaleShare) : category.color;
        // Light colours would not stand out from white.
        painter.setPen(QPen(color.darker(kEdge), 1));
        painter.setBrush(color);
        painter.drawRect(scene.geometry.bar(c, 0, value).adjusted(1.5, 0.5, -1.5, 0));
    }
    painter.setBrush(Qt::NoBrush);
}

/// QtCharts would add lines at both ends of the plot area, which are not ticks.
void paintGrid(QPainter& painter, const ChartScene& scene)
{
    const QRectF& plot = scene.geometry.plot;
    painter.setPen(QPen(scene.look.grid, 1));
    for (const double tick : ticksOf(scene.content.low, scene.content.high, scene.step)) {
        const double y = std::round(scene.geometry.y(tick)) + 0.5;
        painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y));
    }
}

void paintValueTitle(QPainter& painter, const ChartScene& scene)
{
    const QRectF& plot = scene.geometry.plot;
    const QFont font = inOneFace(scene.font, scene.content.valueTitle);
    const QFontMetricsF metrics(font);
    const QString title = metrics.elidedText(scene.content.valueTitle, Qt::ElideRight, plot.height());
    if (title.size() < 2)
        return;
    painter.save();
    painter.setFont(font);
    painter.setPen(scene.look.quietText);
    painter.translate(scene.legend.left(), plot.center().y());
    painter.rotate(-90);
    painter.drawText(QRectF(-plot.height() / 2, 0, plot.height(), metrics.height()),
                     Qt::AlignCenter | Qt::TextSingleLine, title);
    painter.restore();
}

/// The axis of the columns, with two strokes where it leaves out numbers. QtCharts would add a tick for each
/// column, and knows no breaks.
void paintBase(QPainter& painter, const ChartScene& scene)
{
    constexpr double kHalf = 4;
    const QRectF& plot = scene.geometry.plot;
    const double y = std::round(plot.bottom()) + 0.5;
    painter.setPen(QPen(scene.look.axis, 1));
    painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y));
    painter.setRenderHint(QPainter::Antialiasing);
    for (int c = 0; c < scene.geometry.categories; ++c) {
        if (!scene.content.categories[static_cast<std::size_t>(c)].isBreakBefore)
            continue;
        const double x = scene.geometry.column(c).left() - scene.geometry.columnWidth() / 2;
        painter.fillRect(QRectF(x - 2, y - 1, 4, 3), scene.look.background);
        painter.setPen(QPen(scene.look.axis, 1.2));
        for (const double side : {-2.0, 2.0})
            painter.drawLine(QPointF(x + side - 2, y + kHalf), QPointF(x + side + 2, y - kHalf));
    }
    painter.setRenderHint(QPainter::Antialiasing, false);
}

void paintWhiskers(QPainter& painter, const ChartScene& scene)
{
    constexpr double kArrow = 4;
    constexpr double kHalo = 3;
    const double cap = std::clamp(scene.geometry.barWidth() / 2 - 1, 1.0, 3.0);
    forEachMark(scene, [&](int c, int s, const ChartMark& mark) {
        const QLineF whisker = whiskerLine(scene, c, s);
        if (whisker.isNull() && !hasWhisker(mark))
            return;
        std::vector<QLineF> lines{whisker};
        // A cap, or an arrow head if the whisker continues beyond the axis.
        const double intoLow = mark.low >= scene.content.low ? 0 : -kArrow;
        const double intoHigh = mark.high <= scene.content.high ? 0 : kArrow;
        for (const double side : {-cap, cap}) {
            lines.emplace_back(whisker.p1(), whisker.p1() + QPointF(side, intoLow));
            lines.emplace_back(whisker.p2(), whisker.p2() + QPointF(side, intoHigh));
        }
        const bool isQuiet = scene.narrowed && !scene.isChosen(c);
        if (!scene.hasDots) {
            painter.setPen(QPen(scene.look.background, kHalo, Qt::SolidLine, Qt::SquareCap));
            painter.drawLines(lines.data(), static_cast<int>(lines.size()));
        }
        painter.setPen(QPen(isQuiet ? scene.look.quietText : scene.look.text, 1));
        painter.drawLines(lines.data(), static_cast<int>(lines.size()));
    });
}

void paintCounts(QPainter& painter, const ChartScene& scene)
{
    const QFontMetricsF metrics(scene.font);
    for (int c = 0; c < scene.geometry.categories; ++c) {
        const ChartCategory& category = scene.content.categories[static_cast<std::size_t>(c)];
        const bool isQuiet = scene.narrowed && !scene.isChosen(c);
        painter.setPen(isQuiet ? scene.look.quietText : scene.look.text);
        if (scene.counts == CountPosition::AboveColumn) {
            painter.drawText(countRect(scene, c), Qt::AlignCenter, countOf(category.marks.front()));
            continue;
        }
        for (int s = 0; s < scene.geometry.series; ++s) {
            const ChartMark& mark = category.marks[static_cast<std::size_t>(s)];
            const QString count = countOf(mark);
            const double width = metrics.horizontalAdvance(count);
            painter.drawText(QPointF(scene.geometry.bar(c, s, mark.value).center().x() - width / 2,
                                     topOf(scene, mark) - kChartMarksGap - metrics.descent()),
                             count);
        }
    }
}

/// The top of the strip of n, and what its bars stand on.
QRectF stripRect(const ChartScene& scene)
{
    const FootLines foot = footLinesOf(scene);
    const QRectF& plot = scene.geometry.plot;
    return {plot.left(), plot.bottom() + foot.labels + kStripGap, plot.width(), foot.strip - kLabelGap};
}

void paintStrip(QPainter& painter, const ChartScene& scene)
{
    const QRectF strip = stripRect(scene);
    const bool isOne = std::all_of(
        scene.content.categories.begin(), scene.content.categories.end(), [](const ChartCategory& category) {
            return std::all_of(category.marks.begin(), category.marks.end(),
                               [&](const ChartMark& mark) { return mark.n == category.marks.front().n; });
        });
    forEachMark(scene, [&](int c, int s, const ChartMark&) {
        const bool isPale = scene.narrowed && !scene.isChosen(c);
        const auto index = static_cast<std::size_t>(s);
        painter.fillRect(stripBar(scene, c, s), isPale  ? scene.look.total
                                                : isOne ? scene.look.totalEdge
                                                        : scene.look.seriesColor(index));
    });
    painter.setPen(QPen(scene.look.grid, 1));
    painter.drawLine(QPointF(strip.left(), std::round(strip.bottom()) + 0.5),
                     QPointF(strip.right(), std::round(strip.bottom()) + 0.5));
    // The height of the strip is the largest n.
    const QFontMetricsF metrics(scene.font);
    const double room = strip.left() - scene.legend.left() - kLabelGap;
    QString text = ChartMarksWords::tr("n ≤ %1").arg(countText(mostCountOf(scene.content)));
    if (metrics.horizontalAdvance(text) > room)
        text = QStringLiteral("n");
    painter.setPen(scene.look.quietText);
    painter.drawText(QRectF(strip.left() - kLabelGap - room, strip.center().y() - metrics.height() / 2, room,
                            metrics.height()),
                     Qt::AlignRight | Qt::AlignVCenter | Qt::TextSingleLine, text);
}

/// Only every n-th label is drawn: n.
int labelStep(const ChartScene& scene, const QFontMetricsF& metrics)
{
    const double column = scene.geometry.columnWidth();
    double widest = 1;
    bool areNumbers = true;
    bool hasCodes = !scene.content.categories.empty();
    for (const ChartCategory& category : scene.content.categories) {
        const double code = category.code.isEmpty() ? 0 : codedWidth(QString(), QFontMetrics(scene.font));
        widest = std::max(widest, metrics.horizontalAdvance(category.label) + code);
        // Codes tell the columns apart without labels.
        hasCodes = hasCodes && code > 0 && code <= column;
        areNumbers = areNumbers && category.isNumber;
    }
    // Numbers are not shortened but left out: their neighbours show the scale.
    if (areNumbers && column > 0)
        return std::max(1, static_cast<int>(std::ceil((widest + kLabelGap) / column)));
    if (hasCodes || column >= kNarrowestLabel || column <= 0)
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
    const auto placeOf = [&](int c) {
        return scene.geometry.columns.empty() ? c : scene.geometry.columns[static_cast<std::size_t>(c)];
    };
    int next = 0;
    for (int c = 0; c < scene.geometry.categories; ++c) {
        if (placeOf(c) < next)
            continue;
        next = placeOf(c) + step;
        const QRectF column = scene.geometry.column(c);
        const double room = column.width() * step - kLabelGap;
        const bool isChosen = scene.narrowed && scene.isChosen(c);
        painter.setFont(isChosen ? bold : scene.font);
        painter.setPen(!scene.narrowed || isChosen ? scene.look.text : scene.look.quietText);
        const ChartCategory& category = scene.content.categories[static_cast<std::size_t>(c)];
        drawCoded(painter, QRectF(column.center().x() - room / 2, top, room, metrics.height()).toRect(),
                  Qt::AlignHCenter, {category.code, category.color, category.label.simplified()});
    }
    painter.setFont(scene.font);
    painter.setPen(scene.look.quietText);
    const QRectF& plot = scene.geometry.plot;
    const FootLines foot = footLinesOf(scene);
    painter.drawText(QRectF(plot.left(), plot.bottom() + foot.labels + foot.strip, plot.width(), foot.title),
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

void paintColumns(QPainter& painter, const ChartScene& scene)
{
    constexpr float kHovered = 0.05F;
    constexpr float kChosen = 0.12F;
    constexpr float kDragged = 0.22F;
    const ChartLook& look = scene.look;
    if (scene.narrowed) {
        for (const int c : scene.chosen)
            fillColumns(painter, scene, c, c, transparent(look.highlight, kChosen));
    }
    if (scene.dragFirst >= 0)
        fillColumns(painter, scene, scene.dragFirst, scene.dragLast, transparent(look.highlight, kDragged));
    else if (scene.hovered >= 0)
        fillColumns(painter, scene, scene.hovered, scene.hovered, transparent(look.text, kHovered));
}

void paintFrame(QPainter& painter, const ChartScene& scene)
{
    if (!scene.title.isEmpty()) {
        QFont bold = scene.font;
        bold.setBold(true);
        painter.setFont(bold);
        painter.setPen(scene.look.text);
        painter.drawText(
            scene.title, Qt::AlignHCenter | Qt::AlignTop | Qt::TextSingleLine,
            QFontMetricsF(bold).elidedText(scene.content.title, Qt::ElideRight, scene.title.width()));
    }
    if (!scene.legend.isEmpty())
        paintLegend(painter, scene.legend, legendOf(scene.content, scene.look), scene.font, scene.look.text);
    if (scene.caption.isEmpty())
        return;
    painter.setFont(scene.font);
    painter.setPen(scene.look.quietText);
    QRectF rect = scene.caption.adjusted(0, kLabelGap, 0, kLabelGap);
    for (const QString& line : scene.content.caption) {
        QRectF drawn;
        painter.drawText(rect, Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, line, &drawn);
        rect.setTop(drawn.bottom());
    }
}

} // namespace

QRectF countRect(const ChartScene& scene, int category)
{
    const double height = QFontMetricsF(scene.font).height();
    double top = scene.geometry.plot.bottom();
    for (int s = 0; s < scene.geometry.series; ++s)
        top = std::min(top, topOf(scene, markOf(scene, category, s)));
    const QRectF column = scene.geometry.column(category);
    return {column.left(), top - kChartMarksGap - height, column.width(), height};
}

double markX(const ChartScene& scene, int category, int series)
{
    return std::round(scene.geometry.bar(category, series, scene.content.low).center().x()) + 0.5;
}

QLineF whiskerLine(const ChartScene& scene, int category, int series)
{
    const ChartMark& mark = markOf(scene, category, series);
    if (!hasWhisker(mark))
        return {};
    const double x = markX(scene, category, series);
    return {x, scene.geometry.y(whiskerEnd(scene, mark.low)), x,
            scene.geometry.y(whiskerEnd(scene, mark.high))};
}

QRectF stripBar(const ChartScene& scene, int category, int series)
{
    const std::uint64_t most = mostCountOf(scene.content);
    const std::uint64_t n = markOf(scene, category, series).n;
    if (scene.counts != CountPosition::Strip || most == 0 || n == 0)
        return {};
    const QRectF strip = stripRect(scene);
    // Even a single record is seen.
    const double height = std::max(1.0, strip.height() * static_cast<double>(n) / static_cast<double>(most));
    const QRectF bar = scene.geometry.bar(category, series, scene.content.low);
    return {bar.left(), strip.bottom() - height, std::max(1.0, bar.width() - 1), height};
}

void paintBehind(QPainter& painter, const ChartScene& scene)
{
    painter.setRenderHint(QPainter::Antialiasing, false);
    if (scene.geometry.categories == 0 || scene.geometry.series == 0)
        return;
    paintGrid(painter, scene);
    paintColumns(painter, scene);
    forEachMark(scene, [&](int c, int s, const ChartMark& mark) {
        if (!std::isnan(mark.total))
            painter.fillRect(scene.geometry.bar(c, s, mark.total).adjusted(1, 0, -1, 0), scene.look.total);
    });
    if (!scene.hasDots)
        return;
    paintBase(painter, scene);
    paintTotalEdges(painter, scene);
    paintWhiskers(painter, scene);
}

void paintInFront(QPainter& painter, const ChartScene& scene)
{
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setFont(scene.font);
    paintFrame(painter, scene);
    if (scene.geometry.categories == 0 || scene.geometry.series == 0)
        return;
    painter.setFont(scene.font);
    paintColoredBars(painter, scene);
    if (!scene.hasDots) {
        paintTotalEdges(painter, scene);
        paintWhiskers(painter, scene);
        paintBase(painter, scene);
    }
    if (scene.counts == CountPosition::Strip)
        paintStrip(painter, scene);
    else if (scene.counts != CountPosition::OnAxis)
        paintCounts(painter, scene);
    paintLabels(painter, scene);
    paintValueTitle(painter, scene);
    paintFocus(painter, scene);
}

constexpr int kHeight = 26;
constexpr int kDistributionMarksWidest = 22;

DistributionMarks::DistributionMarks(QWidget* parent) : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

void DistributionMarks::setScale(const RatingScale& scale, double value)
{
    m_value = value;
    update();
    if (scale.counts == m_counts)
        return;
    m_counts = scale.counts;
    QStringList lines;
    for (const auto& [step, count] : m_counts)
        lines << tr("%1: %2 conversations").arg(toQt(numberText(step)), countText(count));
    setToolTip(lines.join(QLatin1Char('\n')));
    setAccessibleName(tr("How often each value occurs: %1").arg(lines.join(QStringLiteral(", "))));
    updateGeometry();
}

QSize DistributionMarks::sizeHint() const
{
    return {static_cast<int>(m_counts.size()) * kDistributionMarksWidest, kHeight};
}

void DistributionMarks::paintEvent(QPaintEvent*)
{
    const ReadingColors colors = readingColors(palette());
    std::uint64_t most = 1;
    for (const auto& [step, count] : m_counts)
        most = std::max(most, count);
    QPainter painter(this);
    int left = 0;
    for (const auto& [step, count] : m_counts) {
        const double share = static_cast<double>(count) / static_cast<double>(most);
        const int high = std::max(1, static_cast<int>(share * (kHeight - 4)));
        const bool own = step == m_value;
        painter.fillRect(QRect(left + 2, kHeight - high, kDistributionMarksWidest - 4, high),
                         own ? colors.currentBar : blended(colors.page, colors.text, 0.22));
        if (own)
            painter.fillRect(QRect(left + 2, 0, kDistributionMarksWidest - 4, 2), colors.text);
        left += kDistributionMarksWidest;
    }
}

constexpr double kStepMarksGap = 0.35;

StepMarks::StepMarks(QWidget* parent) : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

void StepMarks::setValue(double value, int most)
{
    m_value = value;
    if (std::exchange(m_most, most) != most)
        updateGeometry();
    setAccessibleName(tr("%1 of %2").arg(value).arg(most));
    update();
}

QSize StepMarks::sizeHint() const
{
    return QSizeF(std::ceil(m_most * dot() * (1 + kStepMarksGap)), std::ceil(dot()) + 2).toSize();
}

void StepMarks::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QColor color = palette().color(QPalette::Highlight);
    const double side = dot() - 1;
    for (int step = 0; step < m_most; ++step) {
        const QRectF rect(step * dot() * (1 + kStepMarksGap) + 1, 1, side, side);
        const double share = std::clamp(m_value - step, 0.0, 1.0);
        painter.setPen(QPen(color, 1.3));
        painter.setBrush(Qt::NoBrush);
        painter.drawEllipse(rect);
        if (share <= 0)
            continue;
        painter.setClipRect(QRectF(rect.left() - 1, 0, (side + 2) * share, height()));
        painter.setBrush(color);
        painter.drawEllipse(rect);
        painter.setClipping(false);
    }
}

} // namespace duologue::ui
