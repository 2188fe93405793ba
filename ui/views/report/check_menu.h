// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMenu>

namespace duologue::ui {

/// A menu of check boxes that stays open while they are toggled.
class CheckMenu : public QMenu {
    Q_OBJECT

public:
    using QMenu::QMenu;

    /// Adds an entry with a plain text; `key` identifies it.
    QAction* addBox(const QString& text, const QString& key, bool checked);
    /// The keys of checked entries, in the order of the menu.
    QStringList checkedKeys() const;

Q_SIGNALS:
    /// The user toggled an entry.
    void checkedChanged();

protected:
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
};

} // namespace duologue::ui
