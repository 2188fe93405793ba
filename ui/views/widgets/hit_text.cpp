// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/widgets/hit_text.h"

#include <QPainter>
#include <QStyleOptionViewItem>
#include <algorithm>

namespace duologue::ui {

void paintHit(QPainter& painter, const QRect& area, const QStyleOptionViewItem& cell,
              const ReadingColors& colors, const QStringList& parts)
{
    const QFontMetrics metrics(cell.font);
    const bool isSelected = cell.state.testFlag(QStyle::State_Selected);
    const QColor text = cell.palette.color(isSelected ? QPalette::HighlightedText : QPalette::Text);
    // The match stands in the first half of the cell.
    const int hitWidth = metrics.horizontalAdvance(parts[1]);
    const int beforeRoom = std::max(0, std::min(area.width() / 2, area.width() - hitWidth));
    const QString before = metrics.elidedText(parts[0], Qt::ElideLeft, beforeRoom);
    painter.save();
    painter.setClipRect(area);
    painter.setFont(cell.font);
    int x = area.left();
    const auto draw = [&](const QString& part, int width) {
        painter.drawText(QRect(x, area.top(), width + 1, area.height()),
                         Qt::AlignVCenter | Qt::TextSingleLine, part);
        x += width;
    };
    painter.setPen(text);
    draw(before, metrics.horizontalAdvance(before));
    if (!isSelected) {
        painter.fillRect(QRect(x, area.top() + 2, hitWidth, area.height() - 4), colors.found);
        painter.setPen(colors.text);
    }
    QFont marked = cell.font;
    // The colour of the selection leaves no room for another one.
    marked.setUnderline(isSelected);
    painter.setFont(marked);
    draw(parts[1], hitWidth);
    painter.setFont(cell.font);
    painter.setPen(text);
    const int rest = std::max(0, area.right() - x);
    draw(metrics.elidedText(parts[2], Qt::ElideRight, rest), rest);
    painter.restore();
}

} // namespace duologue::ui
