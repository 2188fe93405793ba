// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/query/language/query.h"

#include <QWidget>

class QToolButton;

namespace duologue::ui {

class Workspace;

/// A chip for each term of the query, which a click, Space, Delete or Backspace takes away; arrow keys go
/// from one to the next, and each has a menu of what can be done with its value.
class QueryChips : public QWidget {
    Q_OBJECT

public:
    QueryChips(Workspace& workspace, QWidget* parent);

Q_SIGNALS:
    /// The last chip is gone, and it had the focus.
    void emptied();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void rebuild();
    void addChip(std::size_t index, const Query& part);
    void remove(std::size_t index);
    void showMenu(std::size_t index, const QPoint& place);
    void focusChip(int index);

    Workspace& m_workspace;
    QList<QToolButton*> m_chips;
};

} // namespace duologue::ui
