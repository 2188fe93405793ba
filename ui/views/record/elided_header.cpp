// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/record/elided_header.h"

#include <QStyle>
#include <QStyleOptionHeader>

namespace duologue::ui {

int ElidedHeader::margins() const
{
    return 2 * style()->pixelMetric(QStyle::PM_HeaderMargin, nullptr, this) + 2;
}

/// At least what the text needs without being elided: some styles leave less.
QSize ElidedHeader::sectionSizeFromContents(int logicalIndex) const
{
    const QSize size = QHeaderView::sectionSizeFromContents(logicalIndex);
    const QString text = model()->headerData(logicalIndex, orientation(), Qt::DisplayRole).toString();
    return size.expandedTo({fontMetrics().horizontalAdvance(text) + margins(), 0});
}

void ElidedHeader::initStyleOptionForIndex(QStyleOptionHeader* option, int logicalIndex) const
{
    QHeaderView::initStyleOptionForIndex(option, logicalIndex);
    const int length = orientation() == Qt::Horizontal ? sectionSize(logicalIndex) : width();
    option->text = fontMetrics().elidedText(option->text, Qt::ElideRight, length - margins());
}

} // namespace duologue::ui
