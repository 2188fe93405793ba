// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/widgets/quiet_style.h"

#include "ui/views/widgets/metrics.h"
#include "ui/work/colors.h"

#include <QPainter>
#include <QStyleOption>

namespace duologue::ui {

namespace {

constexpr double kRuleShare = 0.16;
/// The buttons at the right end of a title.
constexpr int kTitleButtons = 40;

void drawRule(QPainter& painter, const QRect& rect, const QPalette& palette, bool atRight)
{
    const QColor rule =
        blended(palette.color(QPalette::Window), palette.color(QPalette::WindowText), kRuleShare);
    painter.fillRect(rect.left(), rect.bottom(), rect.width(), 1, rule);
    if (atRight)
        painter.fillRect(rect.right(), rect.top() + kHalfGrid, 1, rect.height() - kGrid, rule);
}

} // namespace

int QuietStyle::pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const
{
    switch (metric) {
    case PM_DockWidgetSeparatorExtent:
    case PM_SplitterWidth:
        return kSeparator;
    case PM_DockWidgetTitleMargin:
        return kHalfGrid / 2;
    case PM_DockWidgetFrameWidth:
        return 0;
    case PM_ToolBarIconSize:
        return kToolIcon;
    case PM_ToolBarItemSpacing:
        return kHalfGrid / 2;
    default:
        return QProxyStyle::pixelMetric(metric, option, widget);
    }
}

void QuietStyle::drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                             const QWidget* widget) const
{
    switch (element) {
    case CE_DockWidgetTitle:
        drawDockTitle(*option, *painter);
        return;
    case CE_HeaderSection: {
        painter->fillRect(option->rect, option->palette.window());
        const auto* header = qstyleoption_cast<const QStyleOptionHeader*>(option);
        drawRule(*painter, option->rect, option->palette,
                 header != nullptr && header->orientation == Qt::Horizontal);
        return;
    }
    case CE_HeaderEmptyArea:
        painter->fillRect(option->rect, option->palette.window());
        drawRule(*painter, option->rect, option->palette, false);
        return;
    default:
        QProxyStyle::drawControl(element, option, painter, widget);
    }
}

void QuietStyle::drawDockTitle(const QStyleOption& option, QPainter& painter)
{
    const auto* dock = qstyleoption_cast<const QStyleOptionDockWidget*>(&option);
    if (dock == nullptr)
        return;
    painter.save();
    QFont font = painter.font();
    font.setWeight(QFont::DemiBold);
    painter.setFont(font);
    painter.setPen(
        blended(option.palette.color(QPalette::Window), option.palette.color(QPalette::WindowText), 0.75));
    const QRect room = option.rect.adjusted(kGrid, 0, -kTitleButtons, 0);
    painter.drawText(room, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                     painter.fontMetrics().elidedText(dock->title, Qt::ElideRight, room.width()));
    painter.restore();
}

} // namespace duologue::ui
