// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/report/heat_paint.h"

#include "ui/models/report/heat_map_model.h"
#include "ui/views/widgets/category_colors.h"
#include "ui/work/qt_text.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QPalette>
#include <algorithm>

namespace duologue::ui {

namespace {

constexpr double kHeatPaintGap = 6;
constexpr double kCellGap = 1;
/// Even the palest cell differs from the background.
constexpr double kPalest = 0.06;
constexpr double kFullest = 0.92;

void drawElided(QPainter& painter, const QRectF& rect, Qt::Alignment alignment, const QString& text)
{
    const QFontMetricsF metrics(painter.font());
    painter.drawText(rect, static_cast<int>(alignment) | Qt::TextSingleLine,
                     metrics.elidedText(text, Qt::ElideRight, rect.width()));
}

/// The layout of the picture.
class HeatPicture {
public:
    HeatPicture(QPainter& painter, const QRectF& paper, const HeatMapModel& model)
        : m_painter(painter), m_model(model), m_look(ChartLook::of(QPalette(QColor(Qt::white))))
    {
        const QFontMetricsF metrics(painter.font());
        m_line = metrics.height();
        double widest = metrics.horizontalAdvance(model.rowTitle());
        for (int line = 0; line < model.rowCount(); ++line)
            widest = std::max(widest, widthOf(heading(Qt::Vertical, line)));
        constexpr double kMostLabelShare = 0.3;
        const double left = std::min(widest, paper.width() * kMostLabelShare) + kHeatPaintGap;
        m_inside = paper.adjusted(2 * kHeatPaintGap, kHeatPaintGap, -2 * kHeatPaintGap, -kHeatPaintGap);
        m_plot = m_inside.adjusted(left, 4 * m_line + kHeatPaintGap, 0, -2 * m_line);
    }

    void paint(const QString& title)
    {
        QFont bold = m_painter.font();
        const QFont plain = bold;
        bold.setBold(true);
        m_painter.setPen(m_look.text);
        m_painter.setFont(bold);
        drawElided(m_painter, QRectF(m_inside.left(), m_inside.top(), m_inside.width(), m_line),
                   Qt::AlignCenter, title);
        m_painter.setFont(plain);
        paintHeadings();
        paintCells();
        const double y = m_inside.bottom() - m_line;
        m_painter.setPen(m_look.quietText);
        drawElided(m_painter, QRectF(m_plot.left(), y, m_plot.width() / 2, m_line), Qt::AlignLeft,
                   m_model.figureTitle());
        paintHeatScale(m_painter, QRectF(m_plot.center().x(), y, m_plot.width() / 2, m_line), m_look,
                       m_model.lowText(), m_model.highText());
    }

private:
    CodedName heading(Qt::Orientation orientation, int section) const
    {
        CodedName made;
        made.name = m_model.headerData(section, orientation, Qt::DisplayRole).toString();
        const QVariant intent = m_model.headerData(section, orientation, HeatMapModel::IntentRole);
        if (intent.isValid()) {
            made.code = intent.value<IntentCode>().letters;
            made.color = categoryColor(intent.value<IntentCode>().color);
        }
        return made;
    }

    double widthOf(const CodedName& heading) const
    {
        return heading.code.isEmpty() ? QFontMetricsF(m_painter.font()).horizontalAdvance(heading.name)
                                      : codedWidth(heading.name, m_painter.fontMetrics());
    }

    QRectF cell(int line, int column) const
    {
        const double width = m_plot.width() / m_model.columnCount();
        const double height = m_plot.height() / m_model.rowCount();
        return {m_plot.left() + column * width, m_plot.top() + line * height, width, height};
    }

    void paintHeadings()
    {
        m_painter.setPen(m_look.quietText);
        const double top = m_plot.top() - 2 * m_line;
        drawElided(m_painter, QRectF(m_plot.left(), top, m_plot.width(), m_line), Qt::AlignCenter,
                   m_model.columnTitle());
        drawElided(
            m_painter,
            QRectF(m_inside.left(), top + m_line, m_plot.left() - m_inside.left() - kHeatPaintGap, m_line),
            Qt::AlignRight, m_model.rowTitle());
        m_painter.setPen(m_look.text);
        for (int column = 0; column < m_model.columnCount(); ++column) {
            const QRectF rect = cell(0, column);
            drawCoded(m_painter, QRectF(rect.left() + 1, top + m_line, rect.width() - 2, m_line).toRect(),
                      Qt::AlignHCenter, heading(Qt::Horizontal, column));
        }
        for (int line = 0; line < m_model.rowCount(); ++line) {
            const QRectF rect = cell(line, 0);
            drawCoded(m_painter,
                      QRectF(m_inside.left(), rect.top(), m_plot.left() - m_inside.left() - kHeatPaintGap,
                             rect.height())
                          .toRect(),
                      Qt::AlignRight, heading(Qt::Vertical, line));
        }
    }

    void paintCells()
    {
        for (int line = 0; line < m_model.rowCount(); ++line) {
            for (int column = 0; column < m_model.columnCount(); ++column) {
                const QModelIndex index = m_model.index(line, column);
                HeatCell drawn;
                drawn.intensity = index.data(HeatMapModel::IntensityRole).toDouble();
                drawn.figure = index.data().toString();
                if (m_model.figure() != CellFigure::Count &&
                    index.data(HeatMapModel::TotalRole).toULongLong() > 0)
                    drawn.count = countText(index.data(HeatMapModel::CountRole).toULongLong());
                paintHeatCell(m_painter, cell(line, column), drawn, m_look);
            }
        }
    }

    QPainter& m_painter;
    const HeatMapModel& m_model;
    ChartLook m_look;
    double m_line = 0;
    QRectF m_inside;
    QRectF m_plot;
};

} // namespace

QColor heatColor(const ChartLook& look, double intensity)
{
    return blended(look.background, look.seriesColor(0), kPalest + intensity * (kFullest - kPalest));
}

void paintHeatCell(QPainter& painter, const QRectF& rect, const HeatCell& cell, const ChartLook& look)
{
    constexpr double kPaleShare = 0.3;
    const QRectF inside = rect.adjusted(kCellGap, kCellGap, -kCellGap, -kCellGap);
    const QColor full = heatColor(look, cell.intensity);
    const QColor color = cell.isPale ? blended(look.background, full, kPaleShare) : full;
    painter.fillRect(inside, color);
    const QColor ink =
        contrast(look.text, color) >= contrast(look.background, color) ? look.text : look.background;
    const double line = QFontMetricsF(painter.font()).height();
    const bool hasCount = !cell.count.isEmpty() && inside.height() >= 2.1 * line;
    QRectF upper = inside;
    if (hasCount)
        upper = QRectF(inside.left(), inside.center().y() - line, inside.width(), line);
    painter.setPen(cell.isPale ? blended(color, ink, 0.7) : ink);
    drawElided(painter, upper, Qt::AlignCenter, cell.figure);
    if (hasCount) {
        painter.setPen(blended(color, ink, 0.78));
        drawElided(painter, QRectF(inside.left(), inside.center().y(), inside.width(), line), Qt::AlignCenter,
                   cell.count);
    }
    if (cell.isChosen || cell.isFocused) {
        constexpr double kFrame = 2;
        painter.setPen(QPen(cell.isFocused ? look.text : look.highlight, kFrame,
                            cell.isFocused && !cell.isChosen ? Qt::DotLine : Qt::SolidLine, Qt::SquareCap,
                            Qt::MiterJoin));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(inside.adjusted(1, 1, -1, -1));
    }
}

void paintHeatScale(QPainter& painter, const QRectF& rect, const ChartLook& look, const QString& low,
                    const QString& high)
{
    const QFontMetricsF metrics(painter.font());
    const double lowWidth = metrics.horizontalAdvance(low) + kHeatPaintGap;
    const double highWidth = metrics.horizontalAdvance(high) + kHeatPaintGap;
    constexpr double kLength = 120;
    const double length = std::clamp(rect.width() - lowWidth - highWidth, 0.0, kLength);
    const QRectF ramp(rect.right() - highWidth - length, rect.center().y() - metrics.height() / 4, length,
                      metrics.height() / 2);
    constexpr int kSteps = 24;
    for (int i = 0; i < kSteps; ++i)
        painter.fillRect(
            QRectF(ramp.left() + i * length / kSteps, ramp.top(), length / kSteps + 0.5, ramp.height()),
            heatColor(look, (i + 0.5) / kSteps));
    painter.setPen(look.quietText);
    painter.drawText(
        QRectF(rect.left(), rect.top(), ramp.left() - kHeatPaintGap - rect.left(), rect.height()),
        Qt::AlignRight | Qt::AlignVCenter | Qt::TextSingleLine, low);
    painter.drawText(QRectF(ramp.right() + kHeatPaintGap, rect.top(), highWidth, rect.height()),
                     Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, high);
}

void paintHeatMap(QPainter& painter, const QRectF& paper, const HeatMapModel& model, const QString& title,
                  const QStringList& caption, const QFont& font)
{
    if (model.rowCount() == 0)
        return;
    painter.setFont(font);
    painter.fillRect(paper, Qt::white);
    const double line = QFontMetricsF(font).height();
    const double below = caption.isEmpty() ? 0 : static_cast<double>(caption.size()) * line + kHeatPaintGap;
    HeatPicture(painter, paper.adjusted(0, 0, 0, -below), model).paint(title);
    painter.setPen(ChartLook::of(QPalette(QColor(Qt::white))).quietText);
    QRectF rect(paper.left() + 2 * kHeatPaintGap, paper.bottom() - below, paper.width() - 4 * kHeatPaintGap,
                line);
    for (const QString& text : caption) {
        drawElided(painter, rect, Qt::AlignLeft, text);
        rect.translate(0, line);
    }
}

} // namespace duologue::ui
