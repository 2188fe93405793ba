// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/record/elided_header.h"

#include <QStyle>
#include <QStyleOptionHeader>

namespace duologue::ui {

void ElidedHeader::initStyleOptionForIndex(QStyleOptionHeader* option, int logicalIndex) const
{
    QHeaderView::initStyleOptionForIndex(option, logicalIndex);
    const int margins = 2 * style()->pixelMetric(QStyle::PM_HeaderMargin, nullptr, this) + 2;
    const int length = orientation() == Qt::Horizontal ? sectionSize(logicalIndex) : width();
    option->text = fontMetrics().elidedText(option->text, Qt::ElideRight, length - margins);
}

} // namespace duologue::ui
