// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

namespace duologue::ui {

/// Draws the words around a match with the match itself marked and in sight, however narrow the cell is.
/// `role` gives a QStringList: words before, match, words after.
class HitDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    HitDelegate(int role, QObject* parent) : QStyledItemDelegate(parent), m_role(role) {}

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;

private:
    int m_role;
};

} // namespace duologue::ui
