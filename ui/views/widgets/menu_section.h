// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QVariant>

namespace duologue::ui {

/// The parts of the menus that panels fill with their own actions.
enum class MenuSection {
    Print,
    Find,
    CopyMessage,
    CopyConversation,
    Languages,
    TextDisplay,
    TextSize,
    Conversations,
    Messages,
    Charts,
    ChartExport,
};

/// Marks an action for a section. A panel offers it by QWidget::addAction(); the window then shows the
/// actions of each section in the order in which they were added.
inline void setMenuSection(QAction& action, MenuSection section)
{
    action.setProperty("menuSection", static_cast<int>(section));
}

inline bool isInSection(const QAction& action, MenuSection section)
{
    const QVariant marked = action.property("menuSection");
    return marked.isValid() && marked.toInt() == static_cast<int>(section);
}

} // namespace duologue::ui
