// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/dialogs/keys/menu_entries.h"

#include <QHash>
#include <QKeySequence>
#include <QObject>

class QMenuBar;

namespace duologue::ui {

/// Which keys trigger which action of the menus: the program's, or those that the user has chosen, which are
/// kept in the settings by the name of the action (QObject::objectName). Actions without a name come and go;
/// their keys cannot be chosen. GUI thread.
class KeyBindings : public QObject {
    Q_OBJECT

public:
    using Keys = QList<QKeySequence>;

    /// Takes the keys that the actions have now for the program's, and applies the chosen ones. `window` has
    /// the menus and all other actions with keys; it must outlive the bindings.
    KeyBindings(QWidget& window, const QMenuBar& bar);

    /// The actions whose keys can be chosen, in the order of the menus.
    QList<MenuEntry> entries() const;
    /// The program's keys for an action.
    Keys usual(const QAction& action) const { return m_usual.value(action.objectName()); }

    /// The action of the window that this key would trigger beside `action`; null if there is none.
    QAction* holderOf(const QKeySequence& key, const QAction& action) const;
    /// Why the key cannot be chosen for any action, translated; empty if it can.
    static QString mistakeIn(const QKeySequence& key);

    /// Chooses keys; none for no key. An action that has one of them loses it.
    void set(QAction& action, const Keys& keys);
    void reset(QAction& action);
    void resetAll();
    bool isChosen(const QAction& action) const;

Q_SIGNALS:
    void changed();

private:
    void apply();
    void takeAway(const Keys& keys, const QAction& from);
    void store(const QAction& action, const Keys& keys);

    QWidget& m_window;
    const QMenuBar& m_bar;
    QHash<QString, Keys> m_usual;
};

/// "Ctrl+F, F3", as the desktop writes keys.
QString keysText(const KeyBindings::Keys& keys);

} // namespace duologue::ui
