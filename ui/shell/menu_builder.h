// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/shell/main_window.h"

#include <QAction>
#include <QMenu>
#include <QMenuBar>
#include <utility>

namespace duologue::ui {

/// Adds actions to a menu and to the window, so that their keys work while the menu is closed.
class MenuBuilder {
public:
    MenuBuilder(QMenu& menu, MainWindow& window) : m_menu(menu), m_window(window) {}

    /// The name is that of its keys in the settings: never change it.
    template<typename Slot>
    QAction* add(const char* name, const QString& text, const QKeySequence& key, Slot&& slot)
    {
        auto* action = new QAction(text, &m_window);
        action->setObjectName(QLatin1String(name));
        action->setShortcut(key);
        QObject::connect(action, &QAction::triggered, &m_window, std::forward<Slot>(slot));
        m_menu.addAction(action);
        return action;
    }

    /// Adds the actions that panels offer for a section.
    void addSection(MenuSection section) { m_menu.addActions(m_window.panelActions(section)); }

    QMenu& menu() { return m_menu; }

private:
    QMenu& m_menu;
    MainWindow& m_window;
};

} // namespace duologue::ui
