// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/chart/chart_legend.h"

#include "ui/views/widgets/letter_width.h"
#include "ui/work/qt_text.h"

#include <QEvent>
#include <QFontMetricsF>
#include <QPainter>
#include <algorithm>
#include <cmath>

namespace duologue::ui {

namespace {

constexpr double kSwatchGap = 6;
constexpr double kEntryGap = 18;
constexpr double kLineGap = 2;

struct LegendLine {
    std::size_t first = 0;
    std::size_t count = 0;
    double width = 0;
};

double swatchSize(const QFontMetricsF& metrics)
{
    return std::round(metrics.ascent() * 0.8);
}

double entryWidth(const LegendEntry& entry, const QFontMetricsF& metrics)
{
    return swatchSize(metrics) + kSwatchGap + metrics.horizontalAdvance(entry.name);
}

std::vector<LegendLine> linesOf(const std::vector<LegendEntry>& entries, double width,
                                const QFontMetricsF& metrics)
{
    std::vector<LegendLine> lines;
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const double needed = entryWidth(entries[i], metrics);
        if (lines.empty() || lines.back().width + kEntryGap + needed > width)
            lines.push_back({i, 1, needed});
        else
            lines.back() = {lines.back().first, lines.back().count + 1,
                            lines.back().width + kEntryGap + needed};
    }
    return lines;
}

} // namespace

std::vector<LegendEntry> legendOf(const ChartContent& content, const ChartLook& look)
{
    std::vector<LegendEntry> entries;
    for (std::size_t i = 0; content.series.size() > 1 && i < content.series.size(); ++i)
        entries.push_back({content.series[i], look.seriesColor(i)});
    const bool hasTotals =
        std::any_of(content.categories.begin(), content.categories.end(), [](const ChartCategory& category) {
            return std::any_of(category.marks.begin(), category.marks.end(),
                               [](const ChartMark& mark) { return !std::isnan(mark.total); });
        });
    if (hasTotals && !content.totalName.isEmpty())
        entries.push_back({content.totalName, look.totalEdge});
    return entries;
}

double legendHeight(const std::vector<LegendEntry>& entries, double width, const QFont& font)
{
    const QFontMetricsF metrics(font);
    return static_cast<double>(linesOf(entries, width, metrics).size()) * (metrics.height() + kLineGap);
}

void paintLegend(QPainter& painter, const QRectF& rect, const std::vector<LegendEntry>& entries,
                 const QFont& font, const QColor& text)
{
    const QFontMetricsF metrics(font);
    painter.setFont(font);
    double top = rect.top();
    for (const LegendLine& line : linesOf(entries, rect.width(), metrics)) {
        double left = std::max(rect.left(), rect.center().x() - line.width / 2);
        for (std::size_t i = line.first; i < line.first + line.count; ++i) {
            const double swatch = swatchSize(metrics);
            painter.fillRect(QRectF(left, top + (metrics.height() - swatch) / 2, swatch, swatch),
                             entries[i].color);
            left += swatch + kSwatchGap;
            const double room = rect.right() - left;
            painter.setPen(text);
            painter.drawText(QRectF(left, top, room, metrics.height()),
                             Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                             metrics.elidedText(entries[i].name, Qt::ElideRight, room));
            left += metrics.horizontalAdvance(entries[i].name) + kEntryGap;
        }
        top += metrics.height() + kLineGap;
    }
}

ChartLegend::ChartLegend(QWidget* parent) : QWidget(parent)
{
    setObjectName(QStringLiteral("chartLegend"));
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    hide();
}

std::vector<LegendEntry> ChartLegend::entries() const
{
    return legendOf(m_names, ChartLook::of(palette()));
}

void ChartLegend::setContent(const ChartContent& content)
{
    m_names.series = content.series;
    m_names.totalName = content.totalName;
    m_names.categories = content.categories;
    QStringList names;
    for (const LegendEntry& entry : entries())
        names << entry.name;
    setAccessibleName(tr("Legend: %1").arg(names.join(QStringLiteral(", "))));
    setToolTip(names.join(QLatin1Char('\n')).toHtmlEscaped());
    setVisible(!names.isEmpty());
    updateGeometry();
    update();
}

int ChartLegend::heightForWidth(int width) const
{
    return static_cast<int>(std::ceil(legendHeight(entries(), width, withChinese(font()))));
}

QSize ChartLegend::sizeHint() const
{
    const int width = letterWidth(fontMetrics()) * 60;
    return {width, heightForWidth(width)};
}

QSize ChartLegend::minimumSizeHint() const
{
    return {letterWidth(fontMetrics()) * 14, fontMetrics().height()};
}

void ChartLegend::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const ChartLook look = ChartLook::of(palette());
    painter.fillRect(rect(), look.background);
    paintLegend(painter, rect(), entries(), withChinese(font()), look.text);
}

void ChartLegend::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        updateGeometry();
}

} // namespace duologue::ui
