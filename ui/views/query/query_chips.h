// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/query/language/query.h"

#include <QWidget>

class QToolButton;

namespace duologue::ui {

class Workspace;

/// A chip for each term of the query. A click, Space, Enter, Delete or Backspace removes the term; arrow
/// keys move between chips; each chip has a context menu for its value.
class QueryChips : public QWidget {
    Q_OBJECT

public:
    QueryChips(Workspace& workspace, QWidget* parent);

Q_SIGNALS:
    /// The last chip, which had the focus, was removed.
    void emptied();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void rebuild();
    void addChip(std::size_t index, const Query& part);
    void remove(std::size_t index);
    void showMenu(std::size_t index, const QPoint& point);
    void focusChip(int index);

    Workspace& m_workspace;
    QList<QToolButton*> m_chips;
};

} // namespace duologue::ui
