// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/menus.h"

#include "core/stats/report/report.h"
#include "ui/shell/filter_menu.h"
#include "ui/shell/main_window.h"
#include "ui/shell/menu_builder.h"
#include "ui/shell/reading_fonts.h"
#include "ui/shell/settings.h"
#include "ui/shell/theme.h"
#include "ui/views/record/record_table_view.h"
#include "ui/work/qt_text.h"
#include "ui/work/workspace.h"

#include <QActionGroup>
#include <QApplication>
#include <QDir>
#include <QDockWidget>
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
        menu.addAction(MainWindow::tr("Nothing yet"))->setEnabled(false);
    else
        menu.addAction(MainWindow::tr("Clear this list"), &menu,
                       [&settings] { settings.clearRecentPaths(); });
}

void buildFileMenu(MainWindow& window, Workspace& workspace, Settings& settings)
{
    MenuBuilder file(*window.menuBar()->addMenu(MainWindow::tr("&File")), window);
    file.add(MainWindow::tr("&Open folder…"), QKeySequence(Qt::CTRL | Qt::Key_O),
             [&window] { window.askForFolder(); });
    file.add(MainWindow::tr("Open &files…"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_O),
             [&window] { window.askForFiles(); });
    QMenu* recent = file.menu().addMenu(MainWindow::tr("Open &recent"));
    QObject::connect(recent, &QMenu::aboutToShow, recent,
                     [recent, &workspace, &settings] { fillRecent(*recent, workspace, settings); });
    file.add(MainWindow::tr("Open &sample dataset"), {}, [&window] { window.openSample(); });
    file.menu().addSeparator();
    file.add(MainWindow::tr("&Reload"), QKeySequence(Qt::Key_F5), [&workspace] { workspace.reload(); });
    file.add(MainWindow::tr("&Close dataset"), QKeySequence(Qt::CTRL | Qt::Key_W),
             [&workspace] { workspace.close(); });
    file.menu().addSeparator();
    for (const char* name : {"printSelected", "printAll", "savePdf", "savePdfAll"})
        file.addViewAction(name);
    file.menu().addSeparator();
    // Outside KDE there is no standard key for it.
    file.add(MainWindow::tr("&Quit"), QKeySequence(Qt::CTRL | Qt::Key_Q),
             [] { QApplication::closeAllWindows(); })
        ->setMenuRole(QAction::QuitRole);
}

void buildEditMenu(MainWindow& window)
{
    MenuBuilder edit(*window.menuBar()->addMenu(MainWindow::tr("&Edit")), window);
    for (const char* name : {"findInConversation", "findNext", "findPrevious"})
        edit.addViewAction(name);
    edit.menu().addSeparator();
    for (const char* name :
         {"copyMessageEnglish", "copyMessageChinese", "copyMessageBoth", "copyMessageJson"})
        edit.addViewAction(name);
    edit.menu().addSeparator();
    for (const char* name : {"copyConversationText", "copyConversationMarkdown", "copyConversationJson"})
        edit.addViewAction(name);
}

void buildGoMenu(MainWindow& window)
{
    MenuBuilder go(*window.menuBar()->addMenu(MainWindow::tr("&Go")), window);
    const auto step = [&window](int by) {
        if (auto* table = window.findChild<RecordTableView*>())
            table->step(by);
    };
    go.add(MainWindow::tr("&Previous conversation"), QKeySequence(Qt::ALT | Qt::Key_Up),
           [step] { step(-1); });
    go.add(MainWindow::tr("&Next conversation"), QKeySequence(Qt::ALT | Qt::Key_Down), [step] { step(1); });
    go.menu().addSeparator();
    for (const char* name : {"messagePrevious", "messageNext", "markedPrevious", "markedNext",
                             "translationNextMissing", "differencePrevious", "differenceNext"})
        go.addViewAction(name);
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
    add(MainWindow::tr("As the &desktop"), Appearance::System);
    add(MainWindow::tr("&Light"), Appearance::Light);
    add(MainWindow::tr("D&ark"), Appearance::Dark);
}

void buildViewMenu(MainWindow& window)
{
    MenuBuilder view(*window.menuBar()->addMenu(MainWindow::tr("&View")), window);
    for (const char* name : {"languageEnglish", "languageBoth", "languageChinese"})
        view.addViewAction(name);
    view.menu().addSeparator();
    for (const char* name : {"showMarkdown", "showInvisible", "markDifferences", "pinCurrent"})
        view.addViewAction(name);
    view.menu().addSeparator();
    for (const char* name : {"textLarger", "textSmaller", "textNormalSize"})
        view.addViewAction(name);
    view.menu().addSeparator();
    QMenu* panels = view.menu().addMenu(MainWindow::tr("&Panels"));
    for (auto* dock : window.findChildren<QDockWidget*>())
        panels->addAction(dock->toggleViewAction());
    view.add(MainWindow::tr("&Side panels"), QKeySequence(Qt::Key_F9),
             [&window] { window.toggleSidePanels(); });
    QAction* full = view.add(MainWindow::tr("&Full screen"), QKeySequence(Qt::Key_F11), [&window] {
        window.setWindowState(window.windowState() ^ Qt::WindowFullScreen);
    });
    full->setCheckable(true);
}

void buildChartsMenu(MainWindow& window)
{
    MenuBuilder charts(*window.menuBar()->addMenu(MainWindow::tr("&Charts")), window);
    auto* dock = window.findChild<QDockWidget*>(QStringLiteral("charts"));
    for (const Report* report : reports()) {
        const std::string name = "chart:" + std::string(report->id());
        charts.addViewAction(name.c_str());
        if (auto* action = window.findChild<QAction*>(QString::fromStdString(name)))
            QObject::connect(action, &QAction::triggered, dock, [dock] {
                dock->show();
                dock->raise();
            });
    }
    charts.menu().addSeparator();
    if (auto* share = window.findChild<QMenu*>(QStringLiteral("chartShareMenu")))
        charts.menu().addMenu(share);
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
    menu.menu().addSeparator();
    menu.add(MainWindow::tr("&Reset layout"), {}, [&window] { window.resetLayout(); });
}

void buildHelpMenu(MainWindow& window)
{
    MenuBuilder help(*window.menuBar()->addMenu(MainWindow::tr("&Help")), window);
    help.add(MainWindow::tr("&Query language"), {}, [&window] { showQueryHelp(window); });
    help.add(MainWindow::tr("&Keys"), QKeySequence(Qt::CTRL | Qt::Key_Question),
             [&window] { window.showKeys(); });
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
    buildEditMenu(window);
    buildViewMenu(window);
    buildGoMenu(window);
    buildFilterMenu(window, workspace);
    buildChartsMenu(window);
    buildSettingsMenu(window, workspace, settings);
    buildHelpMenu(window);
}

} // namespace duologue::ui
