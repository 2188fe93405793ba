// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/find/hit_delegate.h"

#include "ui/views/widgets/hit_text.h"

#include <QApplication>
#include <QPainter>

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
    paintHit(*painter, cell.rect.adjusted(kEdge, 0, -kEdge, 0), cell, readingColors(cell.palette), parts);
}

} // namespace duologue::ui
