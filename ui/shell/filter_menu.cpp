// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/filter_menu.h"

#include "ui/dialogs/query_help_dialog.h"
#include "ui/dialogs/saved_queries_dialog.h"
#include "ui/shell/main_window.h"
#include "ui/shell/menu_builder.h"
#include "ui/views/query/query_bar.h"
#include "ui/work/qt_text.h"
#include "ui/work/query_memory.h"
#include "ui/work/workspace.h"

#include <QInputDialog>
#include <QLineEdit>

namespace duologue::ui {

namespace {

constexpr int kLongestEntry = 70;
constexpr int kEntriesShown = 15;

QString entryText(const QString& text)
{
    const QString line = text.simplified();
    return asMenuText(line.size() > kLongestEntry ? line.left(kLongestEntry) + QStringLiteral("…") : line);
}

void fillHistory(QMenu& menu, QueryBar& bar)
{
    menu.clear();
    for (const QString& text : bar.memory().history().mid(0, kEntriesShown))
        menu.addAction(entryText(text), &bar, [&bar, text] { bar.run(text); });
    if (menu.isEmpty()) {
        menu.addAction(MainWindow::tr("Empty"))->setEnabled(false);
        return;
    }
    menu.addSeparator();
    menu.addAction(MainWindow::tr("Clear this list"), &bar, [&bar] { bar.memory().clearHistory(); });
}

void fillSaved(QMenu& menu, QueryBar& bar)
{
    menu.clear();
    for (const SavedQuery& saved : bar.memory().saved()) {
        QAction* entry =
            menu.addAction(entryText(saved.name), &bar, [&bar, text = saved.text] { bar.run(text); });
        entry->setStatusTip(saved.text);
    }
    if (menu.isEmpty())
        menu.addAction(MainWindow::tr("Empty"))->setEnabled(false);
}

void saveQuery(MainWindow& window, Workspace& workspace)
{
    QueryMemory& memory = window.queryBar().memory();
    const QString text = toQt(toText(workspace.query()));
    if (text.size() > QueryMemory::kLongestText) {
        workspace.report(MainWindow::tr("The filter cannot be saved:"), MainWindow::tr("it is too long."));
        return;
    }
    QString suggested = text.simplified();
    for (const SavedQuery& saved : memory.saved()) {
        if (saved.text == text)
            suggested = saved.name;
    }
    bool accepted = false;
    const QString name =
        QInputDialog::getText(&window, MainWindow::tr("Save filter"), MainWindow::tr("Name of the filter:"),
                              QLineEdit::Normal, suggested, &accepted)
            .trimmed();
    if (accepted && !name.isEmpty())
        memory.save(name, text);
}

} // namespace

void showQueryHelp(MainWindow& window)
{
    auto* dialog = new QueryHelpDialog(&window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    QObject::connect(dialog, &QueryHelpDialog::exampleChosen, &window.queryBar(), &QueryBar::run);
    dialog->show();
}

void addUndoActions(MenuBuilder& menu, Workspace& workspace)
{
    QAction* undo = menu.add("undoFilter", MainWindow::tr("&Undo filter"), QKeySequence(Qt::CTRL | Qt::Key_Z),
                             [&workspace] { workspace.undoQuery(); });
    QAction* redo =
        menu.add("redoFilter", MainWindow::tr("&Redo filter"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Z),
                 [&workspace] { workspace.redoQuery(); });
    const auto enable = [&workspace, undo, redo] {
        undo->setEnabled(workspace.canUndoQuery());
        redo->setEnabled(workspace.canRedoQuery());
    };
    QObject::connect(&workspace, &Workspace::queryChanged, undo, enable);
    enable();
}

void buildFilterMenu(MainWindow& window, Workspace& workspace)
{
    MenuBuilder filter(*window.menuBar()->addMenu(MainWindow::tr("F&ilter")), window);
    QueryBar& bar = window.queryBar();
    filter.add("focusQuery", MainWindow::tr("&Focus query bar"), QKeySequence(Qt::CTRL | Qt::Key_L), [&bar] {
        bar.edit()->setFocus(Qt::ShortcutFocusReason);
        bar.edit()->selectAll();
    });
    QAction* clear =
        filter.add("clearFilter", MainWindow::tr("&Clear filter"),
                   QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_L), [&workspace] { workspace.setQuery({}); });
    filter.menu().addSeparator();
    QMenu* history = filter.menu().addMenu(MainWindow::tr("&History"));
    QMenu* saved = filter.menu().addMenu(MainWindow::tr("&Saved filters"));
    QAction* save =
        filter.add("saveFilter", MainWindow::tr("Save this filter…"), QKeySequence(Qt::CTRL | Qt::Key_D),
                   [&window, &workspace] { saveQuery(window, workspace); });
    QAction* manage = filter.add("manageFilters", MainWindow::tr("&Manage saved filters…"), {},
                                 [&window, &bar] { SavedQueriesDialog(bar.memory(), &window).exec(); });
    QObject::connect(history, &QMenu::aboutToShow, history, [history, &bar] { fillHistory(*history, bar); });
    QObject::connect(saved, &QMenu::aboutToShow, saved, [saved, &bar] { fillSaved(*saved, bar); });
    const auto enable = [&workspace, &bar, clear, save, manage] {
        clear->setEnabled(workspace.query().kind != QueryKind::Everything);
        save->setEnabled(workspace.query().kind != QueryKind::Everything);
        manage->setEnabled(!bar.memory().saved().empty());
    };
    QObject::connect(&workspace, &Workspace::queryChanged, &window, enable);
    QObject::connect(&bar.memory(), &QueryMemory::savedChanged, &window, enable);
    enable();
}

} // namespace duologue::ui
