// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QDialog>
#include <QHash>
#include <QKeySequence>
#include <QList>
#include <QObject>
#include <QString>
#include <QStringList>
#include <functional>
#include <memory>
#include <vector>

class QMenuBar;
class QTreeWidgetItem;

namespace duologue::ui {

namespace Ui {
class ActionFinder;
class KeysDialog;
} // namespace Ui

/// An action of the menus and the menus that lead to it.
struct MenuEntry {
    QAction* action = nullptr;
    /// "View ▸ Panels"; without mnemonics.
    QString menu;
    QString text;
};

/// All actions of the menus that are not menus themselves, in their order.
QList<MenuEntry> menuEntries(const QMenuBar& bar);

/// Something that the finder offers: an action, a field, a setting.
struct Findable {
    QString text;
    /// Where it is otherwise, "View ▸ Panels", or what it is.
    QString place;
    /// Other words that find it: its key in the data, its name in the other language.
    QStringList words;
    QString keys;
    std::function<void()> run;
};

/// How well typed words fit; 0 if they do not, otherwise more for better. All words must occur: as the
/// beginning of the text, of one of its words, within it, or as first letters ("of" for "Open folder"), in
/// the text or, which counts less, in the place or the other words.
int fitOf(const Findable& entry, const QStringList& words);

/// Finds what the program can do by a few letters; Enter takes the chosen one. GUI thread.
class ActionFinder : public QDialog {
    Q_OBJECT

public:
    ActionFinder(std::vector<Findable> entries, QWidget* parent);
    ~ActionFinder() override;

    /// Null if the dialog was closed without a choice.
    const Findable* chosen() const { return m_chosen; }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void showFound(const QString& words);
    void take();

    const std::vector<Findable> m_entries;
    const std::unique_ptr<Ui::ActionFinder> m_ui;
    const Findable* m_chosen = nullptr;
};

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
    void reset(QAction& action) { set(action, usual(action)); }
    void resetAll();
    bool isChosen(const QAction& action) const { return action.shortcuts() != usual(action); }

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

/// All actions of the menus with their keys, which can be changed, and the keys of single views, which
/// cannot. GUI thread.
class KeysDialog : public QDialog {
    Q_OBJECT

public:
    /// The bindings must outlive the dialog.
    KeysDialog(KeyBindings& bindings, QWidget* parent);
    ~KeysDialog() override;

private:
    void fill();
    void addFixed();
    QAction* currentAction() const;
    void showCurrent();
    void showKeys();
    void find(const QString& words);
    void tryKey();
    void choose(const QKeySequence& key);

    KeyBindings& m_bindings;
    const std::unique_ptr<Ui::KeysDialog> m_ui;
    QHash<QTreeWidgetItem*, QAction*> m_actions;
};

} // namespace duologue::ui
