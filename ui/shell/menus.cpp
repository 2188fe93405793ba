// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/menus.h"

#include "ui/dialogs/diff/diff_window.h"
#include "ui/dialogs/reading_dialog.h"
#include "ui/shell/area_steps.h"
#include "ui/shell/filter_menu.h"
#include "ui/shell/main_window.h"
#include "ui/shell/menu_builder.h"
#include "ui/shell/reading_fonts.h"
#include "ui/work/settings/settings.h"
#include "ui/shell/view_actions.h"
#include "ui/shell/workbench.h"
#include "ui/views/widgets/theme.h"
#include "ui/work/qt_text.h"
#include "ui/work/workspace.h"

#include <QActionGroup>
#include <QApplication>
#include <QDir>
#include <QInputDialog>
#include <QMessageBox>

namespace duologue::ui {

namespace {

void fillRecent(QMenu& menu, Workspace& workspace, Settings& settings)
{
    menu.clear();
    for (const QString& path : settings.recentPaths())
        menu.addAction(asMenuText(QDir::toNativeSeparators(path)), &menu,
                       [&workspace, path] { workspace.open({path}); });
    if (menu.isEmpty())
        menu.addAction(MainWindow::tr("Empty"))->setEnabled(false);
    else
        menu.addAction(MainWindow::tr("Clear this list"), &menu,
                       [&settings] { settings.clearRecentPaths(); });
}

void buildFileMenu(MainWindow& window, Workspace& workspace, Settings& settings)
{
    MenuBuilder file(*window.menuBar()->addMenu(MainWindow::tr("&File")), window);
    auto* openMenu = new QMenu(&window);
    MenuBuilder open(*openMenu, window);
    open.add(MainWindow::tr("&Open folder…"), QKeySequence(Qt::CTRL | Qt::Key_O),
             [&window] { window.askForFolder(); });
    open.add(MainWindow::tr("Open &files…"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_O),
             [&window] { window.askForFiles(); });
    QMenu* recent = open.menu().addMenu(MainWindow::tr("Open &recent"));
    QObject::connect(recent, &QMenu::aboutToShow, recent,
                     [recent, &workspace, &settings] { fillRecent(*recent, workspace, settings); });
    open.add(MainWindow::tr("Open &sample dataset"), {}, [&window] { window.openSample(); });
    window.setOpenMenu(openMenu);
    file.menu().addActions(openMenu->actions());
    file.menu().addSeparator();
    file.add(MainWindow::tr("&Reload"), QKeySequence(Qt::Key_F5), [&workspace] { workspace.reload(); });
    file.add(MainWindow::tr("&Close dataset"), QKeySequence(Qt::CTRL | Qt::Key_W),
             [&workspace] { workspace.close(); });
    file.menu().addSeparator();
    addExportActions(file, window, workspace);
    file.addSection(MenuSection::Print);
    file.menu().addSeparator();
    // QKeySequence::Quit is empty outside KDE.
    file.add(MainWindow::tr("&Quit"), QKeySequence(Qt::CTRL | Qt::Key_Q),
             [] { QApplication::closeAllWindows(); })
        ->setMenuRole(QAction::QuitRole);
}

void buildEditMenu(MainWindow& window, Workspace& workspace)
{
    MenuBuilder edit(*window.menuBar()->addMenu(MainWindow::tr("&Edit")), window);
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
    go.add(MainWindow::tr("Next &area"), QKeySequence(Qt::Key_F6), [&window] { window.areaSteps().step(1); });
    go.add(MainWindow::tr("Previous a&rea"), QKeySequence(Qt::SHIFT | Qt::Key_F6),
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

void buildAppearanceMenu(QMenu& menu, Settings& settings)
{
    auto* group = new QActionGroup(&menu);
    const auto add = [&](const QString& text, Appearance appearance) {
        QAction* action = menu.addAction(text);
        action->setCheckable(true);
        action->setChecked(appearanceOf(settings.appearance()) == appearance);
        action->setActionGroup(group);
        QObject::connect(action, &QAction::triggered, group, [&settings, appearance] {
            settings.setAppearance(nameOf(appearance));
            applyTheme(*qApp, appearance);
        });
    };
    add(MainWindow::tr("Follow &system"), Appearance::System);
    add(MainWindow::tr("&Light"), Appearance::Light);
    add(MainWindow::tr("D&ark"), Appearance::Dark);
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

void buildViewMenu(MainWindow& window, Workspace& workspace)
{
    MenuBuilder view(*window.menuBar()->addMenu(MainWindow::tr("&View")), window);
    view.addSection(MenuSection::Languages);
    view.menu().addSeparator();
    view.addSection(MenuSection::TextDisplay);
    view.menu().addSeparator();
    view.addSection(MenuSection::TextSize);
    view.menu().addSeparator();
    const auto reading = [&window, &workspace] { showReading(window, workspace); };
    view.add(MainWindow::tr("&How this is read"), {}, reading);
    QObject::connect(&workspace, &Workspace::readingShown, &window, reading);
    view.menu().addSeparator();
    buildPerspectiveMenu(*view.menu().addMenu(MainWindow::tr("P&erspective")), window);
    view.menu().addMenu(MainWindow::tr("&Panels"))->addActions(window.workbench().panelActions());
    view.add(MainWindow::tr("Show or hide &side panels"), QKeySequence(Qt::Key_F9),
             [&window] { window.workbench().toggleSidePanels(); });
    view.add(MainWindow::tr("&Enlarge panel or back"), QKeySequence(Qt::SHIFT | Qt::Key_F9),
             [&window] { window.workbench().toggleEnlarged(); });
    QAction* full = view.add(MainWindow::tr("&Full screen"), QKeySequence(Qt::Key_F11), [&window] {
        window.setWindowState(window.windowState() ^ Qt::WindowFullScreen);
    });
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
    tools
        .add(MainWindow::tr("&Compare datasets…"), {},
             [&window, &workspace] {
                 auto* compared =
                     new DiffWindow(workspace.loadOptions(), workspace.paths().value(0), &window);
                 compared->setAttribute(Qt::WA_DeleteOnClose);
                 compared->show();
             })
        ->setObjectName(QStringLiteral("compareDatasets"));
}

void buildSettingsMenu(MainWindow& window, Workspace& workspace, Settings& settings)
{
    MenuBuilder menu(*window.menuBar()->addMenu(MainWindow::tr("&Settings")), window);
    buildAppearanceMenu(*menu.menu().addMenu(MainWindow::tr("&Appearance")), settings);
    buildFontMenu(*menu.menu().addMenu(MainWindow::tr("&Fonts")), window, settings);
    menu.menu().addSeparator();
    QAction* follow = menu.menu().addAction(MainWindow::tr("Follow &links out of opened folders"));
    follow->setCheckable(true);
    follow->setChecked(settings.followsLinks());
    QObject::connect(follow, &QAction::toggled, &workspace, [&workspace, &settings](bool isFollowed) {
        settings.setFollowsLinks(isFollowed);
        workspace.setFollowLinks(isFollowed);
    });
    QAction* session = menu.menu().addAction(MainWindow::tr("Continue where I &stopped at the next start"));
    session->setObjectName(QStringLiteral("restoreSession"));
    session->setCheckable(true);
    session->setChecked(settings.restoresSession());
    QObject::connect(session, &QAction::toggled, &window,
                     [&settings](bool restore) { settings.setRestoresSession(restore); });
}

void buildHelpMenu(MainWindow& window)
{
    MenuBuilder help(*window.menuBar()->addMenu(MainWindow::tr("&Help")), window);
    help.add(MainWindow::tr("&Query reference"), {}, [&window] { showQueryHelp(window); });
    help.add(MainWindow::tr("&Keyboard shortcuts"), {}, [&window] { window.showKeys(); })
        ->setShortcuts({QKeySequence(Qt::Key_F1), QKeySequence(Qt::CTRL | Qt::Key_Question)});
    help.add(MainWindow::tr("&Find an action…"), QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_I),
             [&window] { window.findAction(); });
    help.add(
            MainWindow::tr("&About Duologue"), {},
            [&window] {
                QMessageBox::about(
                    &window, MainWindow::tr("About Duologue"),
                    MainWindow::tr("<b>Duologue %1</b><p>Reads, charts, filters and checks datasets of "
                                   "conversations.</p><p>Free software under the GNU General Public License, "
                                   "version 3 or later.</p>")
                        .arg(QApplication::applicationVersion()));
            })
        ->setMenuRole(QAction::AboutRole);
}

} // namespace

void buildMenus(MainWindow& window, Workspace& workspace, Settings& settings)
{
    buildFileMenu(window, workspace, settings);
    buildEditMenu(window, workspace);
    buildViewMenu(window, workspace);
    buildGoMenu(window);
    buildFilterMenu(window, workspace);
    buildChartsMenu(window);
    buildToolsMenu(window, workspace);
    buildSettingsMenu(window, workspace, settings);
    buildHelpMenu(window);
}

} // namespace duologue::ui
