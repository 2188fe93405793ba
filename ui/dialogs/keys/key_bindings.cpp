// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/keys/key_bindings.h"

#include "ui/work/stored_settings.h"

#include <QMenuBar>
#include <QWidget>
#include <optional>

namespace duologue::ui {

namespace {

QString keyOf(const QAction& action)
{
    return QStringLiteral("keys/") + action.objectName();
}

/// The keys that the user has chosen for an action; empty, which is not an empty list, if none were or if
/// they are damaged.
std::optional<KeyBindings::Keys> chosenKeys(const QAction& action)
{
    const QVariant stored = storedSetting(keyOf(action));
    if (!stored.isValid())
        return std::nullopt;
    const QString text = stored.toString();
    KeyBindings::Keys keys;
    if (text.isEmpty())
        return keys;
    for (const QKeySequence& key : QKeySequence::listFromString(text, QKeySequence::PortableText)) {
        const bool isKnown = !key.isEmpty() && key[0].key() != Qt::Key_unknown;
        if (!isKnown || !KeyBindings::mistakeIn(key).isEmpty())
            return std::nullopt;
        keys << key;
    }
    return keys;
}

bool actsInWindow(const QAction& action)
{
    return action.shortcutContext() == Qt::WindowShortcut ||
           action.shortcutContext() == Qt::ApplicationShortcut;
}

} // namespace

KeyBindings::KeyBindings(QWidget& window, const QMenuBar& bar)
    : QObject(&window), m_window(window), m_bar(bar)
{
    for (const MenuEntry& entry : entries())
        m_usual.insert(entry.action->objectName(), entry.action->shortcuts());
    apply();
}

QList<MenuEntry> KeyBindings::entries() const
{
    QList<MenuEntry> named;
    for (const MenuEntry& entry : menuEntries(m_bar)) {
        if (!entry.action->objectName().isEmpty())
            named << entry;
    }
    return named;
}

/// Chosen keys come first: a key that the program gives to another action in a later version stays with what
/// the user has chosen it for.
void KeyBindings::apply()
{
    const QList<MenuEntry> all = entries();
    for (const MenuEntry& entry : all)
        entry.action->setShortcuts(usual(*entry.action));
    for (const MenuEntry& entry : all) {
        const auto chosen = chosenKeys(*entry.action);
        if (!chosen)
            continue;
        takeAway(*chosen, *entry.action);
        entry.action->setShortcuts(*chosen);
    }
}

QAction* KeyBindings::holderOf(const QKeySequence& key, const QAction& action) const
{
    for (QAction* each : m_window.findChildren<QAction*>()) {
        // Two actions of different widgets get their keys at different times.
        const bool meet = actsInWindow(*each) || actsInWindow(action) || each->parent() == action.parent();
        if (each != &action && meet && each->shortcuts().contains(key))
            return each;
    }
    return nullptr;
}

QString KeyBindings::mistakeIn(const QKeySequence& key)
{
    if (key.isEmpty())
        return tr("Press a key.");
    const QKeyCombination first = key[0];
    const bool hasCommand =
        (first.keyboardModifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier)) != 0;
    const bool isFunction = first.key() >= Qt::Key_F1 && first.key() <= Qt::Key_F35;
    if (!hasCommand && !isFunction)
        return tr("A key without Ctrl or Alt is for typing and reading. Function keys can be alone.");
    return {};
}

void KeyBindings::takeAway(const Keys& keys, const QAction& from)
{
    for (const QKeySequence& key : keys) {
        while (QAction* holder = holderOf(key, from)) {
            Keys left = holder->shortcuts();
            left.removeAll(key);
            holder->setShortcuts(left);
        }
    }
}

void KeyBindings::store(const QAction& action, const Keys& keys)
{
    if (action.objectName().isEmpty())
        return;
    storeSetting(keyOf(action), keys == usual(action)
                                    ? QVariant()
                                    : QVariant(QKeySequence::listToString(keys, QKeySequence::PortableText)));
}

void KeyBindings::set(QAction& action, const Keys& keys)
{
    for (const QKeySequence& key : keys) {
        while (QAction* holder = holderOf(key, action)) {
            Keys left = holder->shortcuts();
            left.removeAll(key);
            holder->setShortcuts(left);
            store(*holder, left);
        }
    }
    action.setShortcuts(keys);
    store(action, keys);
    writeSettings();
    Q_EMIT changed();
}

void KeyBindings::reset(QAction& action)
{
    set(action, usual(action));
}

void KeyBindings::resetAll()
{
    for (const MenuEntry& entry : entries())
        storeSetting(keyOf(*entry.action), {});
    writeSettings();
    apply();
    Q_EMIT changed();
}

bool KeyBindings::isChosen(const QAction& action) const
{
    return action.shortcuts() != usual(action);
}

QString keysText(const KeyBindings::Keys& keys)
{
    QStringList texts;
    for (const QKeySequence& key : keys)
        texts << key.toString(QKeySequence::NativeText);
    return texts.join(QStringLiteral(", "));
}

} // namespace duologue::ui
