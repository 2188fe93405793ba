// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMenu>

namespace duologue::ui {

/// A menu of boxes to tick that stays open while they are ticked.
class CheckMenu : public QMenu {
    Q_OBJECT

public:
    using QMenu::QMenu;

    /// The entry's text is plain; `key` names it.
    QAction* addBox(const QString& text, const QString& key, bool checked);
    /// Keys of what is ticked, in the order of the menu.
    QStringList checkedKeys() const;

Q_SIGNALS:
    /// The user ticked or unticked something.
    void checkedChanged();

protected:
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
};

} // namespace duologue::ui
