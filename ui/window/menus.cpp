// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/menus.h"
#include "core/data/field_reader.h"
#include "core/io/atomic_file.h"
#include "ui/app/query_memory.h"
#include "ui/app/settings.h"
#include "ui/app/tables.h"
#include "ui/app/text.h"
#include "ui/app/words.h"
#include "ui/app/workspace.h"
#include "ui/dialogs/about_dialog.h"
#include "ui/dialogs/diff_window.h"
#include "ui/dialogs/document_window.h"
#include "ui/dialogs/export_dialog.h"
#include "ui/dialogs/keys_dialog.h"
#include "ui/dialogs/manual_window.h"
#include "ui/dialogs/open_table_dialog.h"
#include "ui/dialogs/reading_dialog.h"
#include "ui/dialogs/settings_dialog.h"
#include "ui/query/query_bar.h"
#include "ui/query/saved_queries.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/making.h"
#include "ui/widgets/theme.h"
#include "ui/window/main_window.h"
#include "ui/window/panel_sizes.h"
#include "ui/window/workbench.h"

#include <QAction>
#include <QActionGroup>
#include <QApplication>
#include <QClipboard>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QGuiApplication>
#include <QInputDialog>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QPointer>
#include <QPushButton>
#include <algorithm>
#include <utility>
#include <vector>

namespace duologue::ui {

class MainWindow;
class MenuBuilder;
class Workspace;

/// Undo and redo of the filter.
void addUndoActions(MenuBuilder& menu, Workspace& workspace);

/// The menu for the query: clear, history and saved queries.
void buildFilterMenu(MainWindow& window, Workspace& workspace);

/// Shows the reference of the query language. Its examples run in the window.
void showQueryHelp(MainWindow& window);

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
        QInputDialog::getText(&window, MainWindow::tr("Save filter"), MainWindow::tr("Filter name:"),
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

namespace {

/// The names of menus as well: "Panels" is found by its Chinese word.
QStringList otherWords(const QString& text, const QString& place)
{
    QStringList words = OtherLanguage::instance().of(text);
    for (const QString& menu : place.split(QStringLiteral(" ▸ ")))
        words << OtherLanguage::instance().of(menu);
    return words;
}

/// Begins a filter by the field; its values are offered.
void askFor(MainWindow& window, const QString& key)
{
    QLineEdit& edit = *window.queryBar().edit();
    edit.setFocus(Qt::ShortcutFocusReason);
    const QString before = edit.text().trimmed();
    edit.setText((before.isEmpty() ? QString() : before + QLatin1Char(' ')) + key + QLatin1Char(':'));
}

} // namespace

std::vector<Findable> findables(MainWindow& window, Workspace& workspace)
{
    std::vector<Findable> found;
    for (const MenuEntry& entry : menuEntries(*window.menuBar())) {
        if (!entry.action->isEnabled())
            continue;
        // Menus of recent datasets are filled again at any time.
        found.push_back({entry.text, entry.menu, otherWords(entry.text, entry.menu),
                         keysText(entry.action->shortcuts()), [action = QPointer<QAction>(entry.action)] {
                             if (action)
                                 action->trigger();
                         }});
    }
    for (const FieldReader& field : allFields(workspace.snapshot())) {
        const FieldInfo& info = field.info();
        const QString key = toQt(info.key);
        const QString title = asLabel(fieldTitle(info));
        QStringList words = otherWords(title, {});
        words << key << toQt(info.title);
        found.push_back({title,
                         MainWindow::tr("Filter by a field"),
                         words,
                         {},
                         [window = QPointer<MainWindow>(&window), key] {
                             if (window)
                                 askFor(*window, key);
                         }});
    }
    return found;
}

namespace {

void saveView(MainWindow& window, Workspace& workspace)
{
    const SavedView view = workspace.shownView();
    const QString ending = toQt(std::string(kViewEnding));
    const QString name = view.paths.empty() ? QString() : toQt(view.paths.front().stem().string());
    QString path = QFileDialog::getSaveFileName(&window, MainWindow::tr("Save view"), name + ending,
                                                MainWindow::tr("Views (*%1)").arg(ending));
    if (path.isEmpty())
        return;
    if (!path.endsWith(ending))
        path += ending;
    const std::filesystem::path target = fromQt(path);
    AtomicFile file(target, AtomicFile::Existing::Replace);
    file.write(viewText(view, target.parent_path()));
    if (!file.commit())
        workspace.report(MainWindow::tr("The view was not saved."), translated(file.error()));
}

/// Actions that need a dataset are enabled while there is one.
void needsDataset(QAction& action, Workspace& workspace)
{
    const auto update = [&action, &workspace] { action.setEnabled(workspace.snapshot().recordCount() > 0); };
    QObject::connect(&workspace, &Workspace::viewChanged, &action, update);
    update();
}

} // namespace

void addExportActions(MenuBuilder& menu, MainWindow& window, Workspace& workspace)
{
    QAction* const start = menu.add(
        "export", MainWindow::tr("&Export…"), QKeySequence(Qt::CTRL | Qt::Key_E), [&window, &workspace] {
            auto* dialog =
                new ExportDialog(workspace.view(), workspace.selectedRows(), workspace.checks().checked(),
                                 &window, readingText(workspace.coverage()));
            dialog->setAttribute(Qt::WA_DeleteOnClose);
            dialog->open();
        });
    needsDataset(*start, workspace);
    QAction* const save = menu.add("saveView", MainWindow::tr("Save &view…"), {},
                                   [&window, &workspace] { saveView(window, workspace); });
    needsDataset(*save, workspace);
}

void addReportActions(MenuBuilder& menu, MainWindow& window, Workspace& workspace)
{
    QAction* const card = menu.add("datasetCard", MainWindow::tr("&Dataset card…"), {},
                                   [&window] { window.showDatasetCard(); });
    card->setToolTip(MainWindow::tr("Counts, charts and checks of the conversations shown, for a README"));
    needsDataset(*card, workspace);
    QAction* const report = menu.add("checkReport", MainWindow::tr("Check &report…"), {},
                                     [&window] { window.showCheckReport(); });
    const auto update = [report, &workspace] { report->setEnabled(workspace.checks().checked() != nullptr); };
    QObject::connect(&workspace.checks(), &DatasetChecks::changed, report, update);
    QObject::connect(&workspace, &Workspace::checkReportShown, &window, &MainWindow::showCheckReport);
    update();
}

void addCommandActions(MenuBuilder& menu, MainWindow&, Workspace& workspace)
{
    const auto copy = [](const std::string& command) {
        QGuiApplication::clipboard()->setText(toQt(command));
    };
    QAction* const command = menu.add("copyAsCommand", MainWindow::tr("Copy as co&mmand"), {},
                                      [copy, &workspace] { copy(listCommand(workspace.shownView())); });
    command->setToolTip(MainWindow::tr("A terminal command that prints the conversations shown here"));
    needsDataset(*command, workspace);
    QAction* const link = menu.add("copyLink", MainWindow::tr("Copy &link to this conversation"), {},
                                   [copy, &workspace] { copy(openCommand(workspace.shownView())); });
    link->setToolTip(MainWindow::tr("A terminal command that opens Duologue at this conversation"));
    needsDataset(*link, workspace);
}

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
    auto* pin = named<QAction>("pinDataset", MainWindow::tr("&Pin this dataset"), &window);
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
    QAction* next = file.add("nextTableRows", MainWindow::tr("Fetch &next conversations"), {},
                             [&rows] { rows.fetchNext(); });
    QAction* countAll = file.add("countAllRows", MainWindow::tr("C&harts and facets for the whole table"), {},
                                 [&rows](bool isOn) { rows.setCountsAll(isOn); });
    countAll->setCheckable(true);
    countAll->setToolTip(MainWindow::tr("The engine counts conversations that have not been fetched"));
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

void buildMarksMenu(MainWindow& window)
{
    MenuBuilder marks(*window.menuBar()->addMenu(MainWindow::tr("&Marks")), window);
    marks.addSection(MenuSection::Marks);
    for (const MenuSection section :
         {MenuSection::MarkOptions, MenuSection::ReadingQueue, MenuSection::MarkComparison}) {
        marks.menu().addSeparator();
        marks.addSection(section);
    }
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
    QMenu* remove = menu.addMenu(MainWindow::tr("&Delete layout"));
    for (const QString& name : names)
        remove->addAction(asMenuText(name), &menu, [&workbench, name] { workbench.removeArrangement(name); });
}

void buildPerspectiveMenu(QMenu& menu, MainWindow& window)
{
    auto* save = named<QAction>("saveArrangement", MainWindow::tr("&Save layout…"), &window);
    QObject::connect(save, &QAction::triggered, &window, [&window] {
        bool accepted = false;
        const QString name =
            QInputDialog::getText(&window, MainWindow::tr("Save layout"), MainWindow::tr("Layout name:"),
                                  QLineEdit::Normal, titleOf(window.workbench().perspective()), &accepted)
                .trimmed();
        if (accepted && !name.isEmpty())
            window.workbench().saveArrangement(name);
    });
    auto* reset = named<QAction>("resetPerspective", MainWindow::tr("&Reset this perspective"), &window);
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
    addSizeMenu(view.menu(), window.workbench());
    view.add("toggleSidePanels", MainWindow::tr("Show or hide &side panels"), QKeySequence(Qt::Key_F9),
             [&window] { window.workbench().toggleSidePanels(); });
    view.add("enlargePanel", MainWindow::tr("&Enlarge or restore panel"),
             QKeySequence(Qt::SHIFT | Qt::Key_F9), [&window] { window.workbench().toggleEnlarged(); });
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
    buildMarksMenu(window);
    buildFilterMenu(window, workspace);
    buildChartsMenu(window);
    buildToolsMenu(window, workspace);
    buildSettingsMenu(window, settings);
    buildHelpMenu(window);
}

// The dialogs that the window opens for itself.

namespace {

void showDocument(const DatasetDocumentMaker& maker, std::size_t records, QWidget* parent)
{
    auto* window = new DocumentWindow(maker, records, parent);
    window->setAttribute(Qt::WA_DeleteOnClose);
    window->show();
}

} // namespace

void MainWindow::showKeys()
{
    KeysDialog(*m_keys, this).exec();
}

void MainWindow::findAction()
{
    ActionFinder finder(findables(*this, m_workspace), this);
    if (finder.exec() == QDialog::Accepted && finder.chosen() != nullptr)
        finder.chosen()->run();
}

void MainWindow::showSettings()
{
    auto* dialog = findChild<SettingsDialog*>(QString(), Qt::FindDirectChildrenOnly);
    if (dialog == nullptr) {
        QList<SettingsDialog::Choice> perspectives;
        for (const Perspective perspective : kPerspectives)
            perspectives << SettingsDialog::Choice{nameOf(perspective), titleOf(perspective)};
        dialog = new SettingsDialog(m_settings, perspectives, this);
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        connect(dialog, &SettingsDialog::keysRequested, this, &MainWindow::showKeys);
    }
    dialog->show();
    dialog->raise();
    dialog->activateWindow();
}

bool MainWindow::hasSettingsShown() const
{
    const auto* dialog = findChild<SettingsDialog*>(QString(), Qt::FindDirectChildrenOnly);
    return dialog != nullptr && dialog->isVisible();
}

void MainWindow::showAbout()
{
    AboutDialog(m_workspace.lastReports(), this).exec();
}

void MainWindow::askForTable(const QString& address, const QString& query)
{
    const TableRows& open = TableRows::of(m_workspace);
    auto* dialog = new OpenTableDialog(this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    if (!address.isEmpty())
        dialog->begin(address, query);
    else if (open.isOpen())
        dialog->begin(m_workspace.origin(), open.request().query);
    connect(dialog, &OpenTableDialog::chosen, this,
            [this](const TableRequest& request) { TableRows::of(m_workspace).fetch(request); });
    dialog->open();
}

/// A card stands for a dataset wherever it is put: with a filter, the user says what it is to be about.
void MainWindow::showDatasetCard()
{
    const ViewPtr view = m_workspace.view();
    if (view->query.kind == QueryKind::Everything) {
        showDatasetCard(view, true);
        return;
    }
    auto* box =
        named<QMessageBox>("cardScope", QMessageBox::Question, tr("Dataset card"),
                           tr("Which conversations does the card describe?"), QMessageBox::Cancel, this);
    box->setTextFormat(Qt::PlainText);
    box->setInformativeText(tr("Active filter: %1").arg(asLabel(toText(view->query))));
    box->setAttribute(Qt::WA_DeleteOnClose);
    auto* shown =
        box->addButton(tr("The %1 &shown").arg(countText(view->matched.count())), QMessageBox::AcceptRole);
    auto* all = box->addButton((view->snapshot->complete ? tr("&All %1") : tr("&All conversations read (%1)"))
                                   .arg(countText(view->snapshot->recordCount())),
                               QMessageBox::AcceptRole);
    shown->setObjectName(QStringLiteral("cardShown"));
    all->setObjectName(QStringLiteral("cardAll"));
    box->setDefaultButton(shown);
    connect(shown, &QAbstractButton::clicked, this, [this, view] { showDatasetCard(view, false); });
    connect(all, &QAbstractButton::clicked, this, [this, view] { showDatasetCard(view, true); });
    box->open();
}

void MainWindow::showDatasetCard(const ViewPtr& view, bool isOfAll)
{
    const CheckedSnapshotPtr& checked = m_workspace.checks().checked();
    const bool isOfThese =
        checked != nullptr && (checked->snapshot == view->snapshot || checked->withFields == view->snapshot);
    const RowSet rows = isOfAll ? RowSet(view->snapshot->recordCount(), true) : view->matched;
    Coverage coverage =
        coverageOf(*view->snapshot, rows.count(), isOfAll ? std::string() : toText(view->query));
    coverage.isReading = m_workspace.isLoading();
    showDocument(cardMaker(view->snapshot, rows, isOfThese ? checked : CheckedSnapshotPtr(),
                           fromQt(m_workspace.paths().value(0)), std::move(coverage)),
                 rows.count(), this);
}

void MainWindow::showCheckReport()
{
    if (const CheckedSnapshotPtr& checked = m_workspace.checks().checked(); checked != nullptr)
        showDocument(checkReportMaker(checked, fromQt(m_workspace.paths().value(0))), 0, this);
}

} // namespace duologue::ui
