// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/query/query.h"

#include <QWidget>

class QToolButton;

namespace duologue::ui {

class Workspace;

/// The terms of the query as chips, which cover the text of the query line while nobody types in it. A click,
/// Space, Enter, Delete or Backspace removes a term; arrow keys move between chips; each chip has a context
/// menu for its value. Chips that do not fit are counted at the end.
class QueryChips : public QWidget {
    Q_OBJECT

public:
    /// `line` is the query line.
    QueryChips(Workspace& workspace, QWidget* line);

    bool isEmpty() const { return m_chips.isEmpty(); }
    void focusFirst() { focusChip(0); }

Q_SIGNALS:
    /// A chip was removed with the mouse, or the last one by key: the focus should leave the query bar.
    void left();
    /// The user wants to edit the text.
    void editRequested();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void rebuild();
    void addChip(std::size_t index, const Query& part);
    void arrange();
    void remove(std::size_t index);
    void showMenu(std::size_t index, const QPoint& point);
    void focusChip(int index);

    Workspace& m_workspace;
    QList<QToolButton*> m_chips;
    /// Says how many chips do not fit.
    QToolButton* m_more;
    /// The last press on a chip was one of the mouse.
    bool m_isByMouse = false;
};

} // namespace duologue::ui
