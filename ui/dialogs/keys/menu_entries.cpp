// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/keys/menu_entries.h"

#include "ui/work/qt_text.h"

#include <QMenu>
#include <QMenuBar>

namespace duologue::ui {

namespace {

void addEntries(QList<MenuEntry>& entries, const QList<QAction*>& actions, const QString& path)
{
    for (QAction* action : actions) {
        const QString text = withoutMnemonic(action->text());
        if (action->isSeparator() || text.isEmpty())
            continue;
        if (QMenu* menu = action->menu()) {
            // Some menus are filled when they are about to be shown.
            Q_EMIT menu->aboutToShow();
            addEntries(entries, menu->actions(), path.isEmpty() ? text : path + QStringLiteral(" ▸ ") + text);
        } else {
            entries << MenuEntry{action, path, text};
        }
    }
}

} // namespace

QList<MenuEntry> menuEntries(const QMenuBar& bar)
{
    QList<MenuEntry> entries;
    addEntries(entries, bar.actions(), {});
    return entries;
}

} // namespace duologue::ui
