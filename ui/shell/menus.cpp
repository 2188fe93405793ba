// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/menus.h"

#include "ui/dialogs/diff/diff_window.h"
#include "ui/dialogs/manual/manual_window.h"
#include "ui/dialogs/reading_dialog.h"
#include "ui/shell/area_steps.h"
#include "ui/shell/filter_menu.h"
#include "ui/shell/main_window.h"
#include "ui/shell/menu_builder.h"
#include "ui/shell/view_actions.h"
#include "ui/shell/workbench.h"
#include "ui/views/widgets/theme.h"
#include "ui/views/widgets/tool_icon.h"
#include "ui/work/qt_text.h"
#include "ui/work/settings/settings.h"
#include "ui/work/tables/table_rows.h"
#include "ui/work/workspace.h"

#include <QActionGroup>
#include <QApplication>
#include <QDir>
#include <QFileInfo>
#include <QInputDialog>
#include <algorithm>
#include <utility>
#include <vector>

namespace duologue::ui {

namespace {

void fillRecent(QMenu& menu, MainWindow& window, RecentDatasets& recent)
{
    menu.clear();
    recent.look();
    for (const RecentDataset& entry : recent.entries()) {
        const QString path = entry.path;
        QAction* action = menu.addAction(asMenuText(QDir::toNativeSeparators(path)), &menu,
                                         [&window, path] { window.openPaths({path}); });
        action->setData(path);
        action->setEnabled(!entry.isMissing);
        if (entry.isPinned)
            action->setIcon(toolIcon(QStringLiteral("pinned")));
    }
    if (menu.isEmpty()) {
        menu.addAction(MainWindow::tr("Empty"))->setEnabled(false);
        return;
    }
    menu.addSeparator();
    menu.addAction(MainWindow::tr("Clear this list"), &menu, [&recent] { recent.clear(); });
}

/// Greys entries that have turned out to be missing.
void markMissing(const QMenu& menu, const RecentDatasets& recent)
{
    for (const RecentDataset& entry : recent.entries()) {
        for (QAction* action : menu.actions()) {
            if (action->data().toString() == entry.path)
                action->setEnabled(!entry.isMissing);
        }
    }
}

/// Pins what is open.
void addPinAction(QMenu& menu, MainWindow& window, Workspace& workspace)
{
    auto* pin = new QAction(MainWindow::tr("&Pin this dataset"), &window);
    pin->setObjectName(QStringLiteral("pinDataset"));
    pin->setCheckable(true);
    menu.addAction(pin);
    RecentDatasets& recent = window.recentDatasets();
    const auto path = [&workspace] {
        return workspace.paths().isEmpty() ? QString()
                                           : QFileInfo(workspace.paths().front()).absoluteFilePath();
    };
    const auto update = [pin, path, &recent] {
        const auto& entries = recent.entries();
        pin->setEnabled(!path().isEmpty());
        pin->setChecked(std::any_of(entries.begin(), entries.end(), [&path](const RecentDataset& entry) {
            return entry.isPinned && entry.path == path();
        }));
    };
    QObject::connect(pin, &QAction::triggered, &window,
                     [path, &recent](bool pinned) { recent.setPinned(path(), pinned); });
    QObject::connect(&recent, &RecentDatasets::changed, pin, update);
    QObject::connect(&workspace, &Workspace::pathsChanged, pin, update);
    update();
}

/// What can be done with a table of which only some rows are here.
void addTableActions(MenuBuilder& file, Workspace& workspace)
{
    TableRows& rows = TableRows::of(workspace);
    QAction* next = file.add("nextTableRows", MainWindow::tr("&Next conversations of the table"), {},
                             [&rows] { rows.fetchNext(); });
    QAction* countAll = file.add("countAllRows", MainWindow::tr("C&harts and facets over the whole table"),
                                 {}, [&rows](bool isOn) { rows.setCountsAll(isOn); });
    countAll->setCheckable(true);
    countAll->setToolTip(MainWindow::tr("The engine counts what is not here"));
    const auto update = [&rows, next, countAll] {
        next->setVisible(rows.isOpen() && rows.request().wanted.inOrder);
        next->setEnabled(rows.hasNext());
        countAll->setVisible(rows.isPart());
        countAll->setChecked(rows.countsAll());
    };
    QObject::connect(&rows, &TableRows::changed, next, update);
    update();
}

void buildFileMenu(MainWindow& window, Workspace& workspace)
{
    MenuBuilder file(*window.menuBar()->addMenu(MainWindow::tr("&File")), window);
    auto* openMenu = new QMenu(&window);
    MenuBuilder open(*openMenu, window);
    open.add("openFolder", MainWindow::tr("&Open folder…"), QKeySequence(Qt::CTRL | Qt::Key_O),
             [&window] { window.askForFolder(); });
    open.add("openFiles", MainWindow::tr("Open &files…"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_O),
             [&window] { window.askForFiles(); });
    open.add("openTable", MainWindow::tr("Open &table…"), {}, [&window] { window.askForTable(); })
        ->setToolTip(MainWindow::tr("Conversations in ClickHouse or PostgreSQL"));
    QMenu* recent = open.menu().addMenu(MainWindow::tr("Open &recent"));
    QObject::connect(recent, &QMenu::aboutToShow, recent,
                     [recent, &window] { fillRecent(*recent, window, window.recentDatasets()); });
    // What is looked at again arrives while the menu is open.
    QObject::connect(&window.recentDatasets(), &RecentDatasets::changed, recent,
                     [recent, &window] { markMissing(*recent, window.recentDatasets()); });
    open.add("openSample", MainWindow::tr("Open &sample dataset"), {}, [&window] { window.openSample(); });
    window.setOpenMenu(openMenu);
    file.menu().addActions(openMenu->actions());
    file.menu().addSeparator();
    file.add("reload", MainWindow::tr("&Reload"), QKeySequence(Qt::Key_F5),
             [&workspace] { workspace.reload(); });
    file.add("closeDataset", MainWindow::tr("&Close dataset"), QKeySequence(Qt::CTRL | Qt::Key_W),
             [&workspace] { workspace.close(); });
    addPinAction(file.menu(), window, workspace);
    addTableActions(file, workspace);
    file.menu().addSeparator();
    addExportActions(file, window, workspace);
    file.addSection(MenuSection::Print);
    file.menu().addSeparator();
    // QKeySequence::Quit is empty outside KDE.
    file.add("quit", MainWindow::tr("&Quit"), QKeySequence(Qt::CTRL | Qt::Key_Q),
             [] { QApplication::closeAllWindows(); })
        ->setMenuRole(QAction::QuitRole);
}

void buildEditMenu(MainWindow& window, Workspace& workspace)
{
    MenuBuilder edit(*window.menuBar()->addMenu(MainWindow::tr("&Edit")), window);
    addUndoActions(edit, workspace);
    edit.menu().addSeparator();
    edit.addSection(MenuSection::Find);
    edit.menu().addSeparator();
    edit.addSection(MenuSection::CopyMessage);
    edit.menu().addSeparator();
    edit.addSection(MenuSection::CopyConversation);
    edit.menu().addSeparator();
    addCommandActions(edit, window, workspace);
}

void buildGoMenu(MainWindow& window)
{
    MenuBuilder go(*window.menuBar()->addMenu(MainWindow::tr("&Go")), window);
    go.menu().addAction(window.backAction());
    go.menu().addAction(window.forwardAction());
    go.menu().addSeparator();
    go.addSection(MenuSection::Conversations);
    go.menu().addSeparator();
    go.addSection(MenuSection::Messages);
    go.menu().addSeparator();
    go.add("nextArea", MainWindow::tr("Next &area"), QKeySequence(Qt::Key_F6),
           [&window] { window.areaSteps().step(1); });
    go.add("previousArea", MainWindow::tr("Previous a&rea"), QKeySequence(Qt::SHIFT | Qt::Key_F6),
           [&window] { window.areaSteps().step(-1); });
}

/// The arrangements that the user has saved, and what can be done with them.
void fillArrangements(QMenu& menu, MainWindow& window, QAction& save, QAction& reset)
{
    Workbench& workbench = window.workbench();
    menu.clear();
    qDeleteAll(menu.findChildren<QMenu*>(Qt::FindDirectChildrenOnly));
    menu.addActions(window.perspectiveActions());
    menu.addSeparator();
    const QStringList names = workbench.arrangementNames();
    for (const QString& name : names)
        menu.addAction(asMenuText(name), &menu, [&workbench, name] { workbench.showArrangement(name); });
    if (!names.isEmpty())
        menu.addSeparator();
    menu.addAction(&save);
    menu.addAction(&reset);
    if (names.isEmpty())
        return;
    QMenu* remove = menu.addMenu(MainWindow::tr("&Delete arrangement"));
    for (const QString& name : names)
        remove->addAction(asMenuText(name), &menu, [&workbench, name] { workbench.removeArrangement(name); });
}

void buildPerspectiveMenu(QMenu& menu, MainWindow& window)
{
    auto* save = new QAction(MainWindow::tr("&Save arrangement…"), &window);
    save->setObjectName(QStringLiteral("saveArrangement"));
    QObject::connect(save, &QAction::triggered, &window, [&window] {
        bool accepted = false;
        const QString name =
            QInputDialog::getText(&window, MainWindow::tr("Save arrangement"),
                                  MainWindow::tr("Name of the arrangement:"), QLineEdit::Normal,
                                  titleOf(window.workbench().perspective()), &accepted)
                .trimmed();
        if (accepted && !name.isEmpty())
            window.workbench().saveArrangement(name);
    });
    auto* reset = new QAction(MainWindow::tr("&Reset this perspective"), &window);
    reset->setObjectName(QStringLiteral("resetPerspective"));
    QObject::connect(reset, &QAction::triggered, &window,
                     [&window] { window.workbench().resetPerspective(); });
    QObject::connect(&menu, &QMenu::aboutToShow, &menu,
                     [&menu, &window, save, reset] { fillArrangements(menu, window, *save, *reset); });
    fillArrangements(menu, window, *save, *reset);
}

/// A menu of which one entry is chosen; its actions are named by the values.
template<typename Value, typename Set>
void buildChoiceMenu(QMenu& menu, Settings& settings, const QString& name,
                     const std::vector<std::pair<QString, QString>>& choices, Value&& value, Set&& set)
{
    auto* group = new QActionGroup(&menu);
    for (const auto& [key, title] : choices) {
        QAction* action = menu.addAction(title);
        action->setObjectName(name + QLatin1Char(':') + key);
        action->setData(key);
        action->setCheckable(true);
        action->setActionGroup(group);
        QObject::connect(action, &QAction::triggered, group, [set, key = key] { set(key); });
    }
    const auto update = [group, value] {
        for (QAction* action : group->actions())
            action->setChecked(action->data().toString() == value());
    };
    QObject::connect(&settings, &Settings::changed, group, update);
    update();
}

void buildAppearanceMenu(QMenu& menu, Settings& settings)
{
    buildChoiceMenu(
        menu, settings, QStringLiteral("appearance"),
        {{nameOf(Appearance::System), MainWindow::tr("Follow &system")},
         {nameOf(Appearance::Light), MainWindow::tr("&Light")},
         {nameOf(Appearance::Dark), MainWindow::tr("D&ark")}},
        [&settings] { return nameOf(appearanceOf(settings.appearance())); },
        [&settings](const QString& name) { settings.setAppearance(name); });
}

/// Each language is named in itself, for those who cannot read the other one.
void buildLanguageMenu(QMenu& menu, Settings& settings)
{
    buildChoiceMenu(
        menu, settings, QStringLiteral("language"),
        {{QString(), MainWindow::tr("Follow &system")},
         {QStringLiteral("en"), QStringLiteral("English")},
         {QStringLiteral("zh_CN"), QStringLiteral("中文（简体）")}},
        [&settings] { return settings.language(); },
        [&settings](const QString& language) { settings.setLanguage(language); });
}

/// There is one such dialog; it stays until it is closed.
void showReading(MainWindow& window, Workspace& workspace)
{
    auto* dialog = window.findChild<ReadingDialog*>();
    if (dialog == nullptr) {
        dialog = new ReadingDialog(workspace, &window);
        dialog->setAttribute(Qt::WA_DeleteOnClose);
    }
    if (!dialog->hasUnsavedChoices())
        dialog->start();
    dialog->show();
    dialog->raise();
    dialog->activateWindow();
}

void buildViewMenu(MainWindow& window)
{
    MenuBuilder view(*window.menuBar()->addMenu(MainWindow::tr("&View")), window);
    view.addSection(MenuSection::Languages);
    view.menu().addSeparator();
    view.addSection(MenuSection::TextDisplay);
    view.menu().addSeparator();
    view.addSection(MenuSection::TextSize);
    view.menu().addSeparator();
    buildPerspectiveMenu(*view.menu().addMenu(MainWindow::tr("P&erspective")), window);
    view.menu().addMenu(MainWindow::tr("&Panels"))->addActions(window.workbench().panelActions());
    view.add("toggleSidePanels", MainWindow::tr("Show or hide &side panels"), QKeySequence(Qt::Key_F9),
             [&window] { window.workbench().toggleSidePanels(); });
    view.add("enlargePanel", MainWindow::tr("&Enlarge panel or back"), QKeySequence(Qt::SHIFT | Qt::Key_F9),
             [&window] { window.workbench().toggleEnlarged(); });
    QAction* full =
        view.add("fullScreen", MainWindow::tr("&Full screen"), QKeySequence(Qt::Key_F11),
                 [&window] { window.setWindowState(window.windowState() ^ Qt::WindowFullScreen); });
    full->setCheckable(true);
}

void buildChartsMenu(MainWindow& window)
{
    MenuBuilder charts(*window.menuBar()->addMenu(MainWindow::tr("&Charts")), window);
    charts.addSection(MenuSection::Charts);
    charts.menu().addSeparator();
    charts.addSection(MenuSection::ChartExport);
}

void buildToolsMenu(MainWindow& window, Workspace& workspace)
{
    MenuBuilder tools(*window.menuBar()->addMenu(MainWindow::tr("&Tools")), window);
    QAction* const check = tools.add("checkDataset", MainWindow::tr("Chec&k the dataset"), {}, [&workspace] {
        workspace.startChecks();
        Q_EMIT workspace.checksShown();
    });
    const auto enable = [check, &workspace] {
        check->setEnabled(workspace.snapshot().recordCount() > 0 && !workspace.isLoading());
    };
    QObject::connect(&workspace, &Workspace::viewChanged, check, enable);
    QObject::connect(&workspace, &Workspace::loadingChanged, check, enable);
    enable();
    addReportActions(tools, window, workspace);
    const auto reading = [&window, &workspace] { showReading(window, workspace); };
    tools.add("howRead", MainWindow::tr("&How this is read"), {}, reading);
    QObject::connect(&workspace, &Workspace::readingShown, &window, reading);
    tools.menu().addSeparator();
    tools.add("compareDatasets", MainWindow::tr("&Compare datasets…"), {}, [&window, &workspace] {
        auto* compared = new DiffWindow(workspace.loadOptions(), workspace.paths().value(0), &window);
        compared->setAttribute(Qt::WA_DeleteOnClose);
        compared->show();
    });
}

void buildSettingsMenu(MainWindow& window, Settings& settings)
{
    MenuBuilder menu(*window.menuBar()->addMenu(MainWindow::tr("&Settings")), window);
    buildAppearanceMenu(*menu.menu().addMenu(MainWindow::tr("&Appearance")), settings);
    buildLanguageMenu(*menu.menu().addMenu(MainWindow::tr("&Language")), settings);
    menu.menu().addSeparator();
    menu.add("settings", MainWindow::tr("&Settings…"), QKeySequence(Qt::CTRL | Qt::Key_Comma),
             [&window] { window.showSettings(); })
        ->setMenuRole(QAction::PreferencesRole);
}

void buildHelpMenu(MainWindow& window)
{
    MenuBuilder help(*window.menuBar()->addMenu(MainWindow::tr("&Help")), window);
    help.add("queryReference", MainWindow::tr("&Query reference"), {}, [&window] { showQueryHelp(window); });
    help.add("manual", MainWindow::tr("&Manual"), QKeySequence(Qt::Key_F1),
             [&window] { showManual(window); });
    help.add("keyboardShortcuts", MainWindow::tr("&Keyboard shortcuts"),
             QKeySequence(Qt::CTRL | Qt::Key_Question), [&window] { window.showKeys(); });
    help.add("findAction", MainWindow::tr("&Find an action…"), {}, [&window] { window.findAction(); })
        ->setShortcuts(
            {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_A), QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_I)});
    help.add("about", MainWindow::tr("&About Duologue"), {}, [&window] { window.showAbout(); })
        ->setMenuRole(QAction::AboutRole);
}

} // namespace

void buildMenus(MainWindow& window, Workspace& workspace, Settings& settings)
{
    buildFileMenu(window, workspace);
    buildEditMenu(window, workspace);
    buildViewMenu(window);
    buildGoMenu(window);
    buildFilterMenu(window, workspace);
    buildChartsMenu(window);
    buildToolsMenu(window, workspace);
    buildSettingsMenu(window, settings);
    buildHelpMenu(window);
}

} // namespace duologue::ui
