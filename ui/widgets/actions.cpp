// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/actions.h"
#include "ui/app/text.h"

#include <QAction>
#include <QApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QWidget>
#include <algorithm>
#include <array>

namespace duologue::ui {

QAction* CheckMenu::addBox(const QString& text, const QString& key, bool checked)
{
    QAction* action = addAction(asMenuText(text));
    action->setData(key);
    action->setCheckable(true);
    action->setChecked(checked);
    connect(action, &QAction::triggered, this, &CheckMenu::checkedChanged);
    return action;
}

QStringList CheckMenu::checkedKeys() const
{
    QStringList keys;
    for (const QAction* action : actions()) {
        if (action->isChecked())
            keys << action->data().toString();
    }
    return keys;
}

void CheckMenu::mouseReleaseEvent(QMouseEvent* event)
{
    QAction* action = actionAt(event->position().toPoint());
    if (action != nullptr && action->isCheckable() && action->isEnabled())
        action->trigger();
    else
        QMenu::mouseReleaseEvent(event);
}

void CheckMenu::keyPressEvent(QKeyEvent* event)
{
    QAction* action = activeAction();
    if (event->key() == Qt::Key_Space && action != nullptr && action->isCheckable() && action->isEnabled())
        action->trigger();
    else
        QMenu::keyPressEvent(event);
}

namespace {

bool editsText(const QKeyEvent& key)
{
    constexpr std::array kEditing{QKeySequence::Copy, QKeySequence::Cut,  QKeySequence::Paste,
                                  QKeySequence::Undo, QKeySequence::Redo, QKeySequence::SelectAll};
    return std::any_of(kEditing.begin(), kEditing.end(),
                       [&key](QKeySequence::StandardKey each) { return key.matches(each); });
}

} // namespace

WindowShortcuts::WindowShortcuts(QWidget& window) : QObject(&window), m_window(window)
{
    qApp->installEventFilter(this);
}

bool WindowShortcuts::isShortcut(const QKeyEvent& key) const
{
    constexpr Qt::KeyboardModifiers kCommands = Qt::ControlModifier | Qt::AltModifier;
    if (!(key.modifiers() & kCommands) || editsText(key))
        return false;
    const QKeySequence pressed(key.keyCombination());
    const auto actions = m_window.findChildren<QAction*>();
    return std::any_of(actions.begin(), actions.end(), [&pressed](const QAction* action) {
        return action->isEnabled() && action->shortcutContext() >= Qt::WindowShortcut &&
               action->shortcutContext() != Qt::WidgetWithChildrenShortcut &&
               action->shortcuts().contains(pressed);
    });
}

/// A widget that wants a key for itself accepts this event; then no shortcut gets it.
bool WindowShortcuts::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() != QEvent::ShortcutOverride)
        return false;
    const auto* widget = qobject_cast<const QWidget*>(watched);
    if (widget == nullptr || widget->window() != &m_window || !isShortcut(*static_cast<QKeyEvent*>(event)))
        return false;
    event->ignore();
    return true;
}

} // namespace duologue::ui
