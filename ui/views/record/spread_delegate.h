// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

namespace duologue::ui {

/// Paints where in the dataset a check finds something: a bar for each part, the highest as high as the row.
/// Other rows of the column stay empty.
class SpreadDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
};

} // namespace duologue::ui
