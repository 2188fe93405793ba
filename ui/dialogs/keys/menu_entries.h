// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QList>
#include <QString>

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

} // namespace duologue::ui
