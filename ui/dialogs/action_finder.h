// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QDialog>
#include <QPointer>

class QLineEdit;
class QListWidget;
class QMenuBar;

namespace duologue::ui {

/// An action of the menus and the menus that lead to it.
struct MenuEntry {
    QAction* action = nullptr;
    /// "View ▸ Panels"; without mnemonics.
    QString menu;
    QString text;
};

/// All actions of the menus that are not menus themselves, in their order.
QList<MenuEntry> menuEntries(const QMenuBar& bar);

/// Finds an action by words of its name or of its menus; Enter triggers the chosen one. GUI thread.
class ActionFinder : public QDialog {
    Q_OBJECT

public:
    ActionFinder(const QMenuBar& bar, QWidget* parent);

    /// Null if the dialog was closed without a choice.
    QAction* chosen() const { return m_chosen; }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void show(const QString& words);
    void take();

    QList<MenuEntry> m_entries;
    QLineEdit* m_words;
    QListWidget* m_list;
    QPointer<QAction> m_chosen;
};

} // namespace duologue::ui
