// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/main_window.h"

#include "core/io/file_endings.h"
#include "ui/dialogs/field_tree_dialog.h"
#include "ui/panels/panel.h"
#include "ui/shell/keys_dialog.h"
#include "ui/shell/menus.h"
#include "ui/shell/message_strip.h"
#include "ui/shell/reading_fonts.h"
#include "ui/shell/sample_dataset.h"
#include "ui/shell/start_page.h"
#include "ui/shell/status_line.h"
#include "ui/views/query/query_bar.h"
#include "ui/work/qt_text.h"
#include "ui/work/workspace.h"

#include <QCloseEvent>
#include <QDockWidget>
#include <QDragEnterEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QMimeData>
#include <QScreen>
#include <QSplitter>
#include <QStackedWidget>
#include <QVBoxLayout>
#include <algorithm>

namespace duologue::ui {

namespace {

Qt::DockWidgetArea dockArea(PanelArea area)
{
    switch (area) {
    case PanelArea::Left:
        return Qt::LeftDockWidgetArea;
    case PanelArea::Right:
        return Qt::RightDockWidgetArea;
    default:
        return Qt::BottomDockWidgetArea;
    }
}

QStringList localPaths(const QMimeData& data)
{
    QStringList paths;
    for (const QUrl& url : data.urls()) {
        if (url.isLocalFile())
            paths << url.toLocalFile();
    }
    return paths;
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
    setAcceptDrops(true);
    setDockNestingEnabled(true);
    // The side panels reach down to the status line; the charts are between them.
    setCorner(Qt::BottomLeftCorner, Qt::LeftDockWidgetArea);
    setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
    createCenter();
    createDocks();
    m_status = new StatusLine(m_workspace, this);
    setStatusBar(m_status);
    buildMenus(*this, m_workspace, m_settings);
    applyReadingFonts(*this, m_settings);
    connectWorkspace();
    resize(QSize(1440, 900).boundedTo(screen()->availableSize() - QSize(16, 48)));
    arrangeDocks();
    if (const auto layout = m_settings.windowLayout()) {
        restoreGeometry(layout->geometry);
        restoreState(layout->state);
        m_center->restoreState(layout->center);
    }
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
    m_startPage = new StartPage(m_workspace, m_stack);
    m_center = new QSplitter(Qt::Vertical, m_stack);
    m_center->setObjectName(QStringLiteral("center"));
    m_center->setChildrenCollapsible(false);
    m_stack->addWidget(m_startPage);
    m_stack->addWidget(m_center);
    layout->addWidget(m_strip);
    m_queryBar = new QueryBar(m_workspace, holder);
    layout->addWidget(m_queryBar);
    layout->addWidget(m_stack, 1);
    setCentralWidget(holder);
    connect(m_startPage, &StartPage::openFolderRequested, this, &MainWindow::askForFolder);
    connect(m_startPage, &StartPage::openFilesRequested, this, &MainWindow::askForFiles);
    connect(m_startPage, &StartPage::sampleRequested, this, &MainWindow::openSample);
    connect(m_startPage, &StartPage::recentRequested, this,
            [this](const QString& path) { m_workspace.open({path}); });
}

void MainWindow::createDocks()
{
    for (const PanelSpec& spec : panels()) {
        if (spec.area == PanelArea::Center) {
            // Lower than the views would be by themselves, for small screens.
            constexpr int kLeastLines = 3;
            QWidget* panel = spec.create(m_workspace, m_center);
            panel->setMinimumHeight(kLeastLines * fontMetrics().lineSpacing());
            m_center->addWidget(panel);
            m_panels << panel;
            continue;
        }
        auto* dock = new QDockWidget(spec.title, this);
        dock->setObjectName(spec.id);
        dock->setWidget(spec.create(m_workspace, dock));
        addDockWidget(dockArea(spec.area), dock);
        m_panels << dock->widget();
    }
}

QList<QAction*> MainWindow::panelActions(MenuSection section) const
{
    QList<QAction*> found;
    for (const QWidget* panel : m_panels) {
        for (QAction* action : panel->actions()) {
            if (isInSection(*action, section))
                found << action;
        }
    }
    return found;
}

/// The default layout: the docks of one side are tabs, except that two groups on the right are visible
/// together.
void MainWindow::arrangeDocks()
{
    QDockWidget* bottom = nullptr;
    QList<QDockWidget*> right;
    QList<QDockWidget*> left;
    for (const PanelSpec& spec : panels()) {
        auto* dock = findChild<QDockWidget*>(spec.id);
        if (dock == nullptr)
            continue;
        dock->setFloating(false);
        dock->show();
        addDockWidget(dockArea(spec.area), dock);
        if (spec.area == PanelArea::Left)
            left << dock;
        if (spec.area == PanelArea::Right)
            right << dock;
        if (spec.area != PanelArea::Bottom)
            continue;
        if (bottom == nullptr)
            bottom = dock;
        else
            tabifyDockWidget(bottom, dock);
    }
    for (int i = 2; i < right.size(); ++i)
        tabifyDockWidget(right[i % 2], right[i]);
    if (bottom != nullptr) {
        bottom->raise();
        resizeDocks({bottom}, {260}, Qt::Vertical);
    }
    for (int i = 0; i < qMin(2, static_cast<int>(right.size())); ++i)
        right[i]->raise();
    if (!left.isEmpty())
        resizeDocks({left.front()}, {220}, Qt::Horizontal);
    // Facets are used more often than files.
    if (left.size() > 1)
        resizeDocks({left[0], left[1]}, {1, 2}, Qt::Vertical);
    if (!right.isEmpty())
        resizeDocks({right.front()}, {290}, Qt::Horizontal);
    m_center->setSizes({220, 400});
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
    connect(&m_workspace, &Workspace::reported, m_strip, &MessageStrip::showMessage);
    connect(m_status, &StatusLine::problemsClicked, this, [this] { raisePanel("problems"); });
    connect(&m_workspace, &Workspace::fileShown, this, [this] { raisePanel("sources"); });
    connect(&m_workspace, &Workspace::problemShown, this, [this] { raisePanel("raw"); });
    for (const QAction* chart : panelActions(MenuSection::Charts))
        connect(chart, &QAction::triggered, this, [this] { raisePanel("charts"); });
}

void MainWindow::raisePanel(const char* id)
{
    if (auto* dock = findChild<QDockWidget*>(QLatin1String(id))) {
        dock->show();
        dock->raise();
    }
}

void MainWindow::showPaths()
{
    const QStringList& paths = m_workspace.paths();
    if (!paths.isEmpty())
        m_settings.addRecentPath(QFileInfo(paths.front()).absoluteFilePath());
    m_strip->hide();
    hintAtFonts(m_workspace, m_settings);
    setWindowFilePath(paths.isEmpty() ? QString() : paths.front());
    setWindowTitle(paths.isEmpty() ? tr("Duologue") : tr("%1 – Duologue").arg(namesOf(paths)));
}

void MainWindow::showState()
{
    if (m_workspace.paths().isEmpty())
        m_startPage->setRecent(m_settings.recentPaths());
    m_stack->setCurrentWidget(m_startPage->showState() ? static_cast<QWidget*>(m_startPage) : m_center);
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
        m_workspace.open(paths);
}

void MainWindow::openSample()
{
    const QString path = sampleDatasetPath();
    if (path.isEmpty())
        m_workspace.report(tr("The sample dataset is not installed."),
                           tr("Open a folder of your own instead."));
    else
        m_workspace.open({path});
}

void MainWindow::toggleSidePanels()
{
    if (!showsSidePanels()) {
        if (!restoreState(std::exchange(m_shownLayout, {})))
            arrangeDocks();
        return;
    }
    m_shownLayout = saveState();
    for (auto* dock : findChildren<QDockWidget*>())
        dock->hide();
}

bool MainWindow::showsSidePanels() const
{
    const auto docks = findChildren<QDockWidget*>();
    return std::any_of(docks.begin(), docks.end(), [](const QDockWidget* dock) { return !dock->isHidden(); });
}

void MainWindow::resetLayout()
{
    m_shownLayout.clear();
    arrangeDocks();
}

void MainWindow::showKeys()
{
    KeysDialog(*this).exec();
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    // Panels that are hidden by F9 are shown again after the next start.
    const bool hidden = !showsSidePanels() && !m_shownLayout.isEmpty();
    m_settings.setWindowLayout({saveGeometry(), hidden ? m_shownLayout : saveState(), m_center->saveState()});
    QMainWindow::closeEvent(event);
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event)
{
    if (!localPaths(*event->mimeData()).isEmpty())
        event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event)
{
    const QStringList paths = localPaths(*event->mimeData());
    if (paths.isEmpty())
        return;
    event->acceptProposedAction();
    m_workspace.open(paths);
}

} // namespace duologue::ui
