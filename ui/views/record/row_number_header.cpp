// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/record/row_number_header.h"

#include <algorithm>

namespace duologue::ui {

RowNumberHeader::RowNumberHeader(QWidget* parent) : QHeaderView(Qt::Vertical, parent)
{
    setSectionsClickable(true);
    setHighlightSections(true);
}

QSize RowNumberHeader::sizeHint() const
{
    if (count() == 0)
        return QHeaderView::sizeHint();
    const QString last = QString::number(count());
    // In some fonts the digits have different widths.
    const QString widest(last.size(), QLatin1Char('8'));
    const int more = fontMetrics().horizontalAdvance(widest) - fontMetrics().horizontalAdvance(last);
    return sectionSizeFromContents(count() - 1) + QSize(std::max(more, 0), 0);
}

} // namespace duologue::ui
