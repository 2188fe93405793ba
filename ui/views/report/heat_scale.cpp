// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/report/heat_scale.h"

#include "ui/models/report/heat_map_model.h"
#include "ui/views/report/heat_paint.h"
#include "ui/views/widgets/letter_width.h"
#include "ui/work/qt_text.h"

#include <QPainter>

namespace duologue::ui {

namespace {

constexpr int kHeatScaleMargin = 8;

} // namespace

HeatScale::HeatScale(const HeatMapModel& model, QWidget* parent) : QWidget(parent), m_model(model)
{
    connect(&model, &QAbstractItemModel::modelReset, this, [this] {
        setAccessibleName(titles());
        setToolTip(asToolTip(titles()));
        update();
    });
    connect(&model, &QAbstractItemModel::dataChanged, this, [this] { update(); });
}

QString HeatScale::titles() const
{
    return tr("Rows: %1 · columns: %2").arg(m_model.rowTitle(), m_model.columnTitle());
}

void HeatScale::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const ChartLook look = ChartLook::of(palette());
    painter.fillRect(rect(), look.background);
    if (m_model.rowCount() == 0)
        return;
    painter.setFont(withChinese(font()));
    painter.setPen(look.quietText);
    const QRect inside = rect().adjusted(kHeatScaleMargin, 0, -kHeatScaleMargin, 0);
    const QFontMetrics metrics(painter.font());
    const QString figure = m_model.figureTitle();
    const int scale = std::min(inside.width() / 2, letterWidth(metrics) * 44);
    const QRect right(inside.right() - scale, inside.top(), scale, inside.height());
    const int figureWidth = std::min(metrics.horizontalAdvance(figure), inside.width() / 4);
    const QRect middle(right.left() - figureWidth - kHeatScaleMargin, inside.top(), figureWidth,
                       inside.height());
    const int titleRoom = std::max(0, middle.left() - 2 * kHeatScaleMargin - inside.left());
    painter.drawText(QRect(inside.left(), inside.top(), titleRoom, inside.height()),
                     Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                     metrics.elidedText(titles(), Qt::ElideRight, titleRoom));
    painter.drawText(middle, Qt::AlignRight | Qt::AlignVCenter | Qt::TextSingleLine,
                     metrics.elidedText(figure, Qt::ElideRight, figureWidth));
    paintHeatScale(painter, right, look, m_model.lowText(), m_model.highText());
}

QSize HeatScale::sizeHint() const
{
    return {letterWidth(fontMetrics()) * 80, fontMetrics().height() + kHeatScaleMargin};
}

QSize HeatScale::minimumSizeHint() const
{
    return {letterWidth(fontMetrics()) * 14, fontMetrics().height() + kHeatScaleMargin};
}

} // namespace duologue::ui
