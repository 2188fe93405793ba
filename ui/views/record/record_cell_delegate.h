// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

namespace duologue::ui {

/// Draws the cells of the table of records: ratings as dots, marks as their sign and number, intents as
/// coloured letters, names elided in the middle, and a bar at the left of the current row. What it draws is
/// also there as text, for copies, tool tips and screen readers.
class RecordCellDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override;
};

} // namespace duologue::ui
