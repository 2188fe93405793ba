// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/main_window.h"

#include "core/io/folder.h"
#include "core/remote/table_address.h"
#include "ui/dialogs/field_tree_dialog.h"
#include "ui/dialogs/keys/key_bindings.h"
#include "ui/models/record/telling_row.h"
#include "ui/models/words/count_words.h"
#include "ui/shell/area_steps.h"
#include "ui/shell/key_guide.h"
#include "ui/shell/menus.h"
#include "ui/shell/place_history.h"
#include "ui/shell/reading_fonts.h"
#include "ui/shell/session.h"
#include "ui/shell/start/sample_dataset.h"
#include "ui/shell/start/start_page.h"
#include "ui/shell/status_line.h"
#include "ui/shell/tool_bar.h"
#include "ui/shell/workbench.h"
#include "ui/views/query/query_bar.h"
#include "ui/views/record/record_table_view.h"
#include "ui/views/transcript/transcript_view.h"
#include "ui/views/widgets/message_strip.h"
#include "ui/views/widgets/theme.h"
#include "ui/views/widgets/tool_icon.h"
#include "ui/views/widgets/window_shortcuts.h"
#include "ui/work/phrase_words.h"
#include "ui/work/qt_text.h"
#include "ui/work/workspace.h"

#include <QActionGroup>
#include <QApplication>
#include <QCloseEvent>
#include <QDir>
#include <QDragEnterEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMenuBar>
#include <QMimeData>
#include <QScreen>
#include <QStackedWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

namespace duologue::ui {

namespace {

QStringList localPaths(const QMimeData& data)
{
    QStringList paths;
    for (const QUrl& url : data.urls()) {
        if (url.isLocalFile())
            paths << url.toLocalFile();
    }
    return paths;
}

/// A saved view of rows of a table, which have to be fetched first.
bool isTableView(const SavedView& view)
{
    return view.paths.size() == 1 && isTableAddress(view.paths.front().string());
}

/// The names of the opened files and folders, shortened.
QString namesOf(const QStringList& paths)
{
    constexpr qsizetype kNamed = 3;
    QStringList names;
    for (const QString& path : paths.first(std::min(kNamed, paths.size())))
        names << asLabel(QFileInfo(QFileInfo(path).absoluteFilePath()).fileName());
    return names.join(QStringLiteral(", ")) + (paths.size() > kNamed ? QStringLiteral(", …") : QString());
}

} // namespace

MainWindow::MainWindow(Workspace& workspace, QWidget* parent) : QMainWindow(parent), m_workspace(workspace)
{
    setObjectName(QStringLiteral("mainWindow"));
    setWindowIcon(programIcon());
    setAcceptDrops(true);
    createCenter();
    createPlaces();
    m_status = new StatusLine(m_workspace, this);
    setStatusBar(m_status);
    m_session = new Session(m_workspace, *findChild<RecordTableView*>(),
                            *findChild<TranscriptView*>(QStringLiteral("transcript")), this);
    connect(m_session, &Session::notRestored, this,
            [this] { m_startPage->offerSession(Session::keptPaths()); });
    m_appearance = m_settings.appearance();
    connect(&m_settings, &Settings::changed, this, &MainWindow::applySettings);
    buildMenus(*this, m_workspace, m_settings);
    m_keys = new KeyBindings(*this, *menuBar());
    new KeyGuide(*this, *m_areaSteps, m_status->keyLine());
    new WindowShortcuts(*this);
    addToolBar(new ToolBar(*this, m_workspace, *m_workbench, *m_queryBar));
    applyReadingFonts(*this, m_settings);
    followReadingMode(*this);
    connectWorkspace();
    resize(QSize(1440, 900).boundedTo(screen()->availableSize() - QSize(16, 48)));
    if (const auto layout = m_settings.windowLayout()) {
        restoreGeometry(layout->geometry);
        m_workbench->restoreAll(layout->panels);
    }
    connect(m_workbench, &Workbench::perspectiveChanged, this, &MainWindow::focusPerspective);
    showPlaces();
    showReading();
    // The workspace may have begun to read before the window was made.
    if (!m_workspace.paths().isEmpty())
        showPaths();
    showState();
}

MainWindow::~MainWindow() = default;

void MainWindow::createCenter()
{
    auto* holder = new QWidget(this);
    auto* layout = new QVBoxLayout(holder);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    m_strip = new MessageStrip(holder);
    m_stack = new QStackedWidget(holder);
    m_startPage = new StartPage(m_workspace, m_recent, m_stack);
    m_workbench = new Workbench(m_workspace, m_stack);
    m_stack->addWidget(m_startPage);
    m_stack->addWidget(m_workbench);
    m_stopped = new MessageStrip(holder, tr("&Read the rest"));
    m_stopped->setObjectName(QStringLiteral("stoppedStrip"));
    connect(m_stopped, &MessageStrip::actionClicked, &m_workspace, &Workspace::reload);
    layout->addWidget(m_strip);
    layout->addWidget(m_stopped);
    layout->addWidget(m_stack, 1);
    setCentralWidget(holder);
    m_queryBar = new QueryBar(m_workspace, this);
    connect(m_queryBar, &QueryBar::entered, this, [this] {
        m_workspace.showFirst();
        focusText();
    });
    connect(m_queryBar, &QueryBar::chipsLeft, this, &MainWindow::focusContent);
    connect(m_startPage, &StartPage::openFolderRequested, this, &MainWindow::askForFolder);
    connect(m_startPage, &StartPage::openFilesRequested, this, &MainWindow::askForFiles);
    connect(m_startPage, &StartPage::openTableRequested, this, [this] { askForTable(); });
    connect(m_startPage, &StartPage::sampleRequested, this, &MainWindow::openSample);
    connect(m_startPage, &StartPage::recentRequested, this,
            [this](const QString& path) { openPaths({path}); });
    connect(m_startPage, &StartPage::sessionRequested, this, [this] { m_session->restore(); });
}

/// The perspectives and the ways between them.
void MainWindow::createPlaces()
{
    m_history = new PlaceHistory(m_workspace, *m_workbench, this);
    m_areaSteps = new AreaSteps(*m_queryBar, *m_workbench, this);
    m_back = new QAction(tr("&Back"), this);
    m_back->setObjectName(QStringLiteral("back"));
    m_back->setShortcut(Qt::ALT | Qt::Key_Left);
    m_forward = new QAction(tr("&Forward"), this);
    m_forward->setObjectName(QStringLiteral("forward"));
    m_forward->setShortcut(Qt::ALT | Qt::Key_Right);
    connect(m_back, &QAction::triggered, m_history, &PlaceHistory::goBack);
    connect(m_forward, &QAction::triggered, m_history, &PlaceHistory::goForward);
    m_perspectives = new QActionGroup(this);
    Qt::Key key = Qt::Key_F1;
    for (const Perspective perspective : kPerspectives) {
        auto* action = new QAction(titleOf(perspective), m_perspectives);
        action->setObjectName(QStringLiteral("perspective:") + nameOf(perspective));
        action->setCheckable(true);
        action->setShortcut(Qt::CTRL | key);
        action->setStatusTip(purposeOf(perspective));
        action->setData(nameOf(perspective));
        key = static_cast<Qt::Key>(key + 1);
        connect(action, &QAction::triggered, this, [this, perspective] {
            m_workbench->setPerspective(perspective);
            // The keys may have gone elsewhere since.
            focusPerspective();
        });
    }
    connect(m_history, &PlaceHistory::changed, this, &MainWindow::showPlaces);
    connect(m_workbench, &Workbench::perspectiveChanged, this, &MainWindow::showPlaces);
}

void MainWindow::showPlaces()
{
    m_back->setEnabled(m_history->canGoBack());
    m_forward->setEnabled(m_history->canGoForward());
    for (QAction* action : m_perspectives->actions())
        action->setChecked(action->data().toString() == nameOf(m_workbench->perspective()));
}

/// Whatever had the keys before: they go on in what the perspective is for.
void MainWindow::focusPerspective()
{
    if (m_stack->currentWidget() != m_workbench || m_startPage->isVisible())
        return;
    // Which panels are behind a tab is known once they are laid out.
    m_workbench->layout()->activate();
    const Perspective now = m_workbench->perspective();
    QWidget* target = m_workbench->middle();
    if (now == Perspective::Explore || now == Perspective::Check) {
        QWidget* panel = m_workbench->panel(now == Perspective::Explore ? QStringLiteral("records")
                                                                        : QStringLiteral("checks"));
        if (panel != nullptr && !panel->isHidden() && !isBehindTab(panel))
            target = panel;
    }
    target->setFocus(Qt::OtherFocusReason);
}

/// The keys go on in the records, or in the text where one reads. False if neither is shown.
bool MainWindow::focusRecords()
{
    if (m_stack->currentWidget() != m_workbench)
        return false;
    QWidget* target = m_workbench->perspective() == Perspective::Read
                          ? m_workbench->middle()
                          : m_workbench->panel(QStringLiteral("records"));
    if (!target->isVisible() || isBehindTab(target))
        return false;
    target->setFocus(Qt::OtherFocusReason);
    return true;
}

/// The keys go on in the conversation, or in the records where none is shown.
void MainWindow::focusText()
{
    QWidget* const text = m_workbench->middle();
    if (m_stack->currentWidget() == m_workbench && text != nullptr && text->isVisible())
        text->setFocus(Qt::OtherFocusReason);
    else
        focusRecords();
}

/// For keys that have lost their widget: never the query line, where those that are meant for the records
/// would change the filter. False if the window shows nothing yet.
bool MainWindow::focusContent()
{
    if (focusRecords())
        return true;
    QWidget* shown =
        m_stack->currentWidget() == m_workbench ? m_workbench->middle() : m_stack->currentWidget();
    if (shown == nullptr || !shown->isVisible())
        return false;
    shown->setFocus(Qt::OtherFocusReason);
    return true;
}

QList<QAction*> MainWindow::perspectiveActions() const
{
    return m_perspectives->actions();
}

QList<QAction*> MainWindow::panelActions(MenuSection section) const
{
    QList<QAction*> found;
    for (const QWidget* panel : m_workbench->panelWidgets()) {
        for (QAction* action : panel->actions()) {
            if (isInSection(*action, section))
                found << action;
        }
    }
    return found;
}

QAction* MainWindow::panelAction(const QString& name) const
{
    for (const QWidget* panel : m_workbench->panelWidgets()) {
        for (QAction* action : panel->actions()) {
            if (action->objectName() == name)
                return action;
        }
    }
    return nullptr;
}

void MainWindow::connectWorkspace()
{
    connect(&m_workspace, &Workspace::fieldChoiceRequested, this, [this](const FieldChoice& choice) {
        auto* dialog = new FieldTreeDialog(choice, this);
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        dialog->open();
    });
    connect(&m_workspace, &Workspace::pathsChanged, this, &MainWindow::showPaths);
    connect(&m_workspace, &Workspace::viewChanged, this, &MainWindow::showState);
    connect(&m_workspace, &Workspace::loadingChanged, this, &MainWindow::showState);
    for (auto signal : {&Workspace::viewChanged, &Workspace::pathsChanged})
        connect(&m_workspace, signal, this, &MainWindow::showReading);
    connect(&m_workspace, &Workspace::loadingChanged, this, &MainWindow::showReading);
    connect(&m_workspace, &Workspace::reported, m_strip, &MessageStrip::showMessage);
    connect(m_status, &StatusLine::problemsClicked, this,
            [this] { m_workbench->setPerspective(Perspective::Check); });
    connect(m_status, &StatusLine::tableClicked, this, [this] { askForTable(); });
    connect(&m_workspace, &Workspace::fileShown, this,
            [this] { m_workbench->raisePanel(QStringLiteral("sources")); });
    connect(&m_workspace, &Workspace::problemShown, this,
            [this] { m_workbench->raisePanel(QStringLiteral("raw")); });
    connect(&m_workspace, &Workspace::recordOpened, this,
            [this] { m_workbench->setPerspective(Perspective::Read); });
    connect(&m_workspace, &Workspace::checksShown, this,
            [this] { m_workbench->setPerspective(Perspective::Check); });
    connect(&m_workspace, &Workspace::chartOpened, this,
            [this] { m_workbench->raisePanel(QStringLiteral("charts")); });
    for (const QAction* chart : panelActions(MenuSection::Charts))
        connect(chart, &QAction::triggered, this,
                [this] { m_workbench->raisePanel(QStringLiteral("charts")); });
    connect(&m_workspace, &Workspace::loadingChanged, this, [this](bool loading) {
        if (!loading && std::exchange(m_opensSample, false)) {
            if (const auto row = tellingRow(m_workspace.snapshot()))
                m_workspace.setCurrentRow(row);
        }
    });
}

void MainWindow::showPaths()
{
    m_opensSample = false;
    const QStringList& paths = m_workspace.paths();
    const QString& origin = m_workspace.origin();
    if (!paths.isEmpty())
        m_recent.add(origin.isEmpty() ? QFileInfo(paths.front()).absoluteFilePath() : origin);
    // The offer was about the start.
    m_startPage->offerSession({});
    m_strip->hide();
    hintAtFonts(m_workspace, m_settings);
    setWindowFilePath(paths.isEmpty() || !origin.isEmpty() ? QString() : paths.front());
    setWindowTitle(paths.isEmpty()
                       ? tr("Duologue")
                       : tr("%1 – Duologue").arg(origin.isEmpty() ? namesOf(paths) : asLabel(origin)));
}

/// What is shown is a part of the dataset: said as long as it is.
void MainWindow::showReading()
{
    if (m_workspace.isReadingStopped())
        m_stopped->showMessage(readingText(m_workspace.coverage()), {});
    else
        m_stopped->hide();
}

/// If the filter leaves nothing, the page is in the middle of the panels: they are needed to change it.
void MainWindow::showState()
{
    const bool isPage = m_startPage->showState();
    const bool isWithPanels = isPage && m_startPage->isAboutFilter();
    if (isPage && !isWithPanels) {
        m_workbench->showInMiddle(nullptr);
        m_stack->addWidget(m_startPage);
        m_stack->setCurrentWidget(m_startPage);
        return;
    }
    m_workbench->showInMiddle(isWithPanels ? m_startPage : nullptr);
    if (m_stack->currentWidget() == m_workbench)
        return;
    // The first arrangement needs the size.
    m_workbench->resize(m_stack->size());
    m_stack->setCurrentWidget(m_workbench);
    // Keys go through the records or read on at once; Qt would give them to the first line of text.
    if (m_queryBar->edit()->text().isEmpty()) {
        QWidget* records = m_workbench->panel(QStringLiteral("records"));
        const bool isReading = m_workbench->perspective() == Perspective::Read || !records->isVisible();
        (isReading ? m_workbench->middle() : records)->setFocus();
    }
}

bool MainWindow::beginSession(bool mayRestore)
{
    if (mayRestore && m_settings.restoresSession())
        return m_session->restore();
    m_startPage->offerSession(Session::keptPaths());
    return false;
}

void MainWindow::resumeSession()
{
    m_workspace.introduce();
    m_session->resume();
}

void MainWindow::keep()
{
    m_session->flush();
    m_settings.setWindowLayout({saveGeometry(), m_workbench->saveAll()});
}

void MainWindow::showStartPerspective()
{
    if (const auto wanted = perspectiveOf(m_settings.startPerspective()))
        m_workbench->setPerspective(*wanted);
}

void MainWindow::applySettings()
{
    applyReadingFonts(*this, m_settings);
    QAction* markdown = panelAction(QStringLiteral("showMarkdown"));
    if (markdown != nullptr && markdown->isChecked() != m_settings.rendersMarkdown())
        markdown->trigger();
    if (std::exchange(m_appearance, m_settings.appearance()) != m_appearance)
        applyTheme(*qApp, appearanceOf(m_appearance));
}

void MainWindow::openPaths(const QStringList& paths, const QString& record)
{
    if (paths.size() == 1 && isTableAddress(fromQt(paths.front()))) {
        askForTable(paths.front());
        return;
    }
    if (paths.size() == 1 && paths.front().endsWith(toQt(std::string(kViewEnding)))) {
        auto view = readView(fromQt(paths.front()));
        if (const Phrase* mistake = std::get_if<Phrase>(&view))
            m_workspace.report(
                tr("The view cannot be opened:"),
                tr("%1: %2").arg(QDir::toNativeSeparators(paths.front()), translated(*mistake)));
        else if (const auto& shown = std::get<SavedView>(view); isTableView(shown))
            askForTable(toQt(shown.paths.front().string()), toQt(shown.query));
        else
            m_session->open(shown);
        return;
    }
    if (record.isEmpty()) {
        m_workspace.open(paths);
        return;
    }
    SavedView view;
    for (const QString& path : paths)
        view.paths.emplace_back(fromQt(path));
    view.record = fromQt(record);
    m_session->open(view);
}

QString MainWindow::fileFilter()
{
    QStringList patterns;
    for (const FileEnding& ending : fileEndings())
        patterns << QLatin1Char('*') + toQt(ending.text);
    return tr("Datasets (%1);;All files (*)").arg(patterns.join(QLatin1Char(' ')));
}

void MainWindow::askForFolder()
{
    const QString path =
        QFileDialog::getExistingDirectory(this, tr("Open folder"), m_workspace.paths().value(0));
    if (!path.isEmpty())
        m_workspace.open({path});
}

void MainWindow::askForFiles()
{
    const QStringList paths =
        QFileDialog::getOpenFileNames(this, tr("Open files"), m_workspace.paths().value(0), fileFilter());
    if (!paths.isEmpty())
        openPaths(paths);
}

void MainWindow::openSample()
{
    const QString path = sampleDatasetPath();
    if (path.isEmpty())
        m_workspace.report(tr("The sample dataset is not installed."),
                           tr("Open a folder of your own instead."));
    else {
        m_workspace.open({path});
        m_opensSample = true;
    }
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    keep();
    QMainWindow::closeEvent(event);
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event)
{
    if (localPaths(*event->mimeData()).isEmpty())
        return;
    event->acceptProposedAction();
    m_startPage->setDropHighlight(true);
}

void MainWindow::dragLeaveEvent(QDragLeaveEvent* event)
{
    m_startPage->setDropHighlight(false);
    QMainWindow::dragLeaveEvent(event);
}

void MainWindow::dropEvent(QDropEvent* event)
{
    m_startPage->setDropHighlight(false);
    const QStringList paths = localPaths(*event->mimeData());
    if (paths.isEmpty())
        return;
    event->acceptProposedAction();
    openPaths(paths);
}

/// Esc that no panel wanted closes what covers the panels, or else leads back from where one reads.
void MainWindow::keyPressEvent(QKeyEvent* event)
{
    if (event->key() != Qt::Key_Escape || event->modifiers() != Qt::NoModifier) {
        QMainWindow::keyPressEvent(event);
        return;
    }
    if (!m_workbench->backToArrangement() && m_workbench->perspective() != Perspective::Explore)
        m_history->leavePerspective();
}

/// Qt would also go into panels that a tab covers. It asks for the next widget, too, when the one that has
/// the keys disappears, as a button may do when it is pressed.
bool MainWindow::focusNextPrevChild(bool next)
{
    const QWidget* const begin = focusWidget();
    if (begin != nullptr && !(begin->isVisible() && begin->isEnabled()) && focusContent())
        return true;
    while (QMainWindow::focusNextPrevChild(next)) {
        const QWidget* now = focusWidget();
        if (now == begin || !isBehindTab(now))
            return true;
    }
    return false;
}

} // namespace duologue::ui
