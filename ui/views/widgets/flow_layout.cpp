// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/widgets/flow_layout.h"

#include <algorithm>

namespace duologue::ui {

FlowLayout::FlowLayout(QWidget* parent) : QLayout(parent) {}

FlowLayout::~FlowLayout()
{
    qDeleteAll(m_items);
}

QLayoutItem* FlowLayout::takeAt(int index)
{
    return index >= 0 && index < m_items.size() ? m_items.takeAt(index) : nullptr;
}

void FlowLayout::setGeometry(const QRect& rect)
{
    QLayout::setGeometry(rect);
    arrange(rect, true);
}

QSize FlowLayout::minimumSize() const
{
    QSize size;
    for (const QLayoutItem* item : m_items)
        // Hidden widgets take no room.
        size = item->isEmpty() ? size : size.expandedTo(item->minimumSize());
    return size.grownBy(contentsMargins());
}

/// Returns the height. Moves the widgets only if `moves`.
int FlowLayout::arrange(const QRect& rect, bool moves) const
{
    const QRect room = rect.marginsRemoved(contentsMargins());
    int x = room.x();
    int y = room.y();
    int lineHeight = 0;
    for (QLayoutItem* item : m_items) {
        if (item->isEmpty())
            continue;
        const QSize size = item->sizeHint().boundedTo(QSize(std::max(room.width(), 0), QWIDGETSIZE_MAX));
        if (x > room.x() && x + size.width() > room.right() + 1) {
            x = room.x();
            y += lineHeight + spacing();
            lineHeight = 0;
        }
        if (moves)
            item->setGeometry({{x, y}, size});
        x += size.width() + spacing();
        lineHeight = std::max(lineHeight, size.height());
    }
    const QMargins margins = contentsMargins();
    return y + lineHeight - room.y() + margins.top() + margins.bottom();
}

} // namespace duologue::ui
