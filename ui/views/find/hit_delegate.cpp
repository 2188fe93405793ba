// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/find/hit_delegate.h"

#include "ui/views/widgets/reading_colors.h"

#include <QApplication>
#include <QPainter>
#include <algorithm>

namespace duologue::ui {

void HitDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const QStringList parts = index.data(m_role).toStringList();
    if (parts.size() != 3) {
        QStyledItemDelegate::paint(painter, option, index);
        return;
    }
    QStyleOptionViewItem cell = option;
    initStyleOption(&cell, index);
    cell.text.clear();
    const QStyle* style = cell.widget != nullptr ? cell.widget->style() : QApplication::style();
    style->drawControl(QStyle::CE_ItemViewItem, &cell, painter, cell.widget);
    constexpr int kEdge = 4;
    const QRect area = cell.rect.adjusted(kEdge, 0, -kEdge, 0);
    const QFontMetrics metrics(cell.font);
    const bool isSelected = cell.state.testFlag(QStyle::State_Selected);
    const ReadingColors colors = readingColors(cell.palette);
    const QColor text = cell.palette.color(isSelected ? QPalette::HighlightedText : QPalette::Text);
    // The match stands in the first half of the cell.
    const int hitWidth = metrics.horizontalAdvance(parts[1]);
    const int beforeRoom = std::max(0, std::min(area.width() / 2, area.width() - hitWidth));
    const QString before = metrics.elidedText(parts[0], Qt::ElideLeft, beforeRoom);
    painter->save();
    painter->setClipRect(area);
    painter->setFont(cell.font);
    int x = area.left();
    const auto draw = [&](const QString& part, int width) {
        painter->drawText(QRect(x, area.top(), width + 1, area.height()),
                          Qt::AlignVCenter | Qt::TextSingleLine, part);
        x += width;
    };
    painter->setPen(text);
    draw(before, metrics.horizontalAdvance(before));
    if (!isSelected) {
        painter->fillRect(QRect(x, area.top() + 2, hitWidth, area.height() - 4), colors.found);
        painter->setPen(colors.text);
    }
    draw(parts[1], hitWidth);
    painter->setPen(text);
    const int rest = std::max(0, area.right() - x);
    draw(metrics.elidedText(parts[2], Qt::ElideRight, rest), rest);
    painter->restore();
}

} // namespace duologue::ui
