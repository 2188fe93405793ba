// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/record/spread_delegate.h"

#include "ui/models/check/finding_model.h"
#include "ui/views/widgets/metrics.h"

#include <QPainter>
#include <algorithm>

namespace duologue::ui {

void SpreadDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                           const QModelIndex& index) const
{
    QStyledItemDelegate::paint(painter, option, index);
    const QVariant value = index.data(FindingModel::SpreadRole);
    if (!value.isValid())
        return;
    const auto spread = value.value<FindingSpread>();
    const bool isSelected = option.state.testFlag(QStyle::State_Selected);
    QColor bar = option.palette.color(isSelected ? QPalette::HighlightedText : QPalette::Highlight);
    QColor ground = option.palette.color(isSelected ? QPalette::HighlightedText : QPalette::Text);
    ground.setAlphaF(0.2F);
    const QRectF area = QRectF(option.rect).adjusted(kHalfGrid, 2, -kHalfGrid, -2);
    const double width = area.width() / static_cast<double>(spread.parts.size());
    const double most = spread.most();
    const double gap = width > 3 ? 1 : 0;
    for (std::size_t i = 0; i < spread.parts.size(); ++i) {
        const FindingSpread::Part& part = spread.parts[i];
        const double left = area.left() + static_cast<double>(i) * width;
        painter->fillRect(QRectF(left, area.bottom() - 1, width - gap, 1), ground);
        if (part.found > 0) {
            const double height = std::max(2.0, area.height() * part.share() / most);
            painter->fillRect(QRectF(left, area.bottom() - height, width - gap, height), bar);
        }
    }
}

} // namespace duologue::ui
