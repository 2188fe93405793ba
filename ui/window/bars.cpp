// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/bars.h"
#include "ui/app/running_jobs.h"
#include "ui/app/tables.h"
#include "ui/app/text.h"
#include "ui/app/words.h"
#include "ui/app/workspace.h"
#include "ui/query/query_bar.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/making.h"
#include "ui/widgets/theme.h"
#include "ui/window/main_window.h"
#include "ui/window/workbench.h"

#include <QLabel>
#include <QMenu>
#include <QMenuBar>
#include <QProgressBar>
#include <QPushButton>
#include <QToolButton>
#include <algorithm>

namespace duologue::ui {

namespace {

/// The tool tip names the key, also after the text or the key has changed.
void keepTip(QAction& action)
{
    const auto update = [&action] {
        const QString keys = action.shortcut().toString(QKeySequence::NativeText);
        const QString text = withoutMnemonic(action.text());
        const QString tip = keys.isEmpty() ? text : QStringLiteral("%1 (%2)").arg(text, keys);
        if (action.toolTip() != tip)
            action.setToolTip(tip);
    };
    QObject::connect(&action, &QAction::changed, &action, update);
    update();
}

} // namespace

ToolBar::ToolBar(MainWindow& window, Workspace& workspace, Workbench& workbench, QueryBar& queryBar)
    : QToolBar(&window),
      m_window(window),
      m_workspace(workspace),
      m_workbench(workbench),
      m_count(named<QLabel>("countsShort", this))
{
    setObjectName(QStringLiteral("toolBar"));
    setWindowTitle(tr("Toolbar"));
    setMovable(false);
    setFloatable(false);
    setContextMenuPolicy(Qt::PreventContextMenu);
    setIconSize(QSize(kToolIcon, kToolIcon));
    addMenuButton("openButton", QStringLiteral("open"), tr("Open"), m_window.openMenu());
    addPanelTools();
    addWidget(&queryBar);
    m_count->setContentsMargins(0, 0, kGrid, 0);
    addWidget(m_count);
    for (QAction* language : m_window.panelActions(MenuSection::Languages))
        addTool(*language, {}, true);
    if (QAction* markdown = m_window.panelAction(QStringLiteral("showMarkdown")))
        addTool(*markdown, QStringLiteral("markdown"));
    if (QAction* find = m_window.panelAction(QStringLiteral("findInConversation")))
        addTool(*find, QStringLiteral("find"));
    addMenuButton("exportButton", QStringLiteral("export"), tr("Export and print"), makeShareMenu())
        ->setToolButtonStyle(Qt::ToolButtonIconOnly);
    for (QAction* action : m_window.perspectiveActions())
        m_withText << addTool(*action, action->data().toString(), true);
    auto* all = new QMenu(this);
    all->addActions(m_window.menuBar()->actions());
    addMenuButton("menuButton", QStringLiteral("menu"), tr("Menu"), all)
        ->setToolButtonStyle(Qt::ToolButtonIconOnly);
    connect(&m_workspace, &Workspace::pathsChanged, this, &ToolBar::showState);
    connect(&m_workspace, &Workspace::viewChanged, this, &ToolBar::showCount);
    connect(&queryBar, &QueryBar::behindChanged, this, [this](bool isBehind) {
        m_count->setForegroundRole(isBehind ? QPalette::PlaceholderText : QPalette::WindowText);
        showCount();
    });
    showState();
    showCount();
}

QMenu* ToolBar::makeShareMenu()
{
    auto* menu = new QMenu(this);
    for (const MenuSection section :
         {MenuSection::Print, MenuSection::ChartExport, MenuSection::CopyConversation}) {
        menu->addActions(m_window.panelActions(section));
        menu->addSeparator();
    }
    return menu;
}

QToolButton* ToolBar::addTool(QAction& action, const QString& icon, bool hasText)
{
    if (!icon.isEmpty())
        action.setIcon(toolIcon(icon));
    keepTip(action);
    addAction(&action);
    auto* button = qobject_cast<QToolButton*>(widgetForAction(&action));
    button->setObjectName(QStringLiteral("tool:") + action.objectName());
    button->setAccessibleName(withoutMnemonic(action.text()));
    button->setFocusPolicy(Qt::NoFocus);
    if (hasText)
        button->setToolButtonStyle(icon.isEmpty() ? Qt::ToolButtonTextOnly : Qt::ToolButtonTextBesideIcon);
    return button;
}

QToolButton* ToolBar::addMenuButton(const char* name, const QString& icon, const QString& text, QMenu* menu)
{
    auto* button = new QToolButton(this);
    button->setObjectName(QLatin1String(name));
    button->setIcon(toolIcon(icon));
    button->setText(text);
    button->setToolTip(text);
    button->setAccessibleName(text);
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::NoFocus);
    button->setPopupMode(QToolButton::InstantPopup);
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->setMenu(menu);
    addWidget(button);
    return button;
}

void ToolBar::addPanelTools()
{
    addTool(*m_window.backAction(), QStringLiteral("back"));
    addTool(*m_window.forwardAction(), QStringLiteral("forward"));
    for (const auto& [id, icon] : {std::pair("facets", "side-left"), std::pair("inspector", "side-right")}) {
        for (QAction* action : m_workbench.panelActions()) {
            if (action->objectName() == QStringLiteral("panel:") + QLatin1String(id))
                addTool(*action, QLatin1String(icon));
        }
    }
}

void ToolBar::showCount()
{
    const View& view = *m_workspace.view();
    m_count->setText(shownOfText(view.order.size(), *view.snapshot));
    m_count->setToolTip(m_count->foregroundRole() == QPalette::PlaceholderText
                            ? tr("For the filter applied last, not for the text in the query bar")
                            : tr("Conversations that match the filter"));
}

/// With nothing open, the start page has all that works.
void ToolBar::showState()
{
    setVisible(!m_workspace.paths().isEmpty());
}

/// In narrow windows the icons alone.
void ToolBar::showTexts()
{
    for (QToolButton* button : m_withText)
        button->setToolButtonStyle(width() < kNarrowWidth ? Qt::ToolButtonIconOnly
                                                          : Qt::ToolButtonTextBesideIcon);
}

void ToolBar::resizeEvent(QResizeEvent* event)
{
    showTexts();
    QToolBar::resizeEvent(event);
}

/// Shorter work is not shown: nobody could read the message.
constexpr int kShownAfter = 300;
constexpr int kProgressWidth = 160;

StatusLine::StatusLine(Workspace& workspace, QWidget* parent)
    : QStatusBar(parent),
      m_workspace(workspace),
      m_rows(TableRows::of(workspace)),
      m_jobs(RunningJobs::ofThisThread()),
      m_counts(named<QLabel>("countsLabel", this)),
      m_problemsGap(new QLabel(QStringLiteral("·"), this)),
      m_problems(named<QPushButton>("problemsButton", this)),
      m_translationGap(new QLabel(QStringLiteral("·"), this)),
      m_translation(new QLabel(this)),
      m_table(named<QPushButton>("tableRowsButton", this)),
      m_keys(named<ElidedLabel>("keyLine", this)),
      m_job(named<QLabel>("jobLabel", this)),
      m_progress(named<QProgressBar>("jobProgress", this)),
      m_cancel(named<QPushButton>("cancelButton", tr("Cancel"), this))
{
    m_problems->setFlat(true);
    m_progress->setMaximumWidth(kProgressWidth);
    m_progress->setTextVisible(false);
    m_cancel->setFlat(true);
    for (QWidget* part : std::initializer_list<QWidget*>{m_counts, m_problemsGap, m_problems,
                                                         m_translationGap, m_translation})
        addWidget(part);
    m_table->setFlat(true);
    m_table->setToolTip(
        tr("The list covers only the fetched conversations. Click to open others from the table."));
    addWidget(m_table);
    m_keys->setForegroundRole(QPalette::PlaceholderText);
    m_keys->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    addWidget(m_keys, 1);
    addPermanentWidget(m_job);
    addPermanentWidget(m_progress);
    addPermanentWidget(m_cancel);
    connect(&m_jobs, &RunningJobs::changed, this, &StatusLine::showJobs);
    connect(m_cancel, &QPushButton::clicked, &m_jobs, &RunningJobs::cancelAll);
    connect(m_problems, &QPushButton::clicked, this, &StatusLine::problemsClicked);
    connect(m_table, &QPushButton::clicked, this, &StatusLine::tableClicked);
    connect(&m_rows, &TableRows::changed, this, &StatusLine::showTable);
    connect(&m_workspace, &Workspace::viewChanged, this, &StatusLine::showTable);
    connect(&m_workspace, &Workspace::viewChanged, this, &StatusLine::showCounts);
    m_patience.setInterval(kShownAfter);
    m_patience.setSingleShot(true);
    connect(&m_workspace, &Workspace::queryChanged, &m_patience, qOverload<>(&QTimer::start));
    connect(&m_patience, &QTimer::timeout, this, &StatusLine::showSearching);
    connect(&m_workspace, &Workspace::loadingChanged, this, &StatusLine::showCounts);
    showCounts();
    showJobs();
    showTable();
}

QString StatusLine::countsText(const View& view)
{
    return view.isPartial ? tr("%1 of %2 conversations so far, searching…")
                                .arg(countText(view.order.size()), countText(view.snapshot->recordCount()))
                          : conversationsOfText(view.order.size(), *view.snapshot);
}

/// The same numbers as in `duologue-cli validate`; empty if all are 0.
QString StatusLine::problemsText(const ProblemCounts& counts)
{
    QStringList parts;
    if (counts.errors() > 0)
        parts << tr("%n error(s)", nullptr, static_cast<int>(counts.errors()));
    if (counts.warnings() > 0)
        parts << tr("%n warning(s)", nullptr, static_cast<int>(counts.warnings()));
    if (counts.notes() > 0)
        parts << tr("%n note(s)", nullptr, static_cast<int>(counts.notes()));
    //: Stands between the parts of "2 errors, 1 warning, 3 notes".
    return parts.join(tr(", "));
}

/// Next to the number of the conversations that are shown, it says of how many the problems are.
QString StatusLine::problemsOfText(const View& view)
{
    const Snapshot& snapshot = *view.snapshot;
    const QString problems = problemsText(snapshot.problemCounts);
    if (problems.isEmpty() || view.order.size() == snapshot.recordCount())
        return problems;
    return (snapshot.complete ? tr("%1 in all %2") : tr("%1 in the %2 read"))
        .arg(problems, countText(snapshot.recordCount()));
}

/// Short searches are not shown: nobody could read the message.
void StatusLine::showSearching()
{
    const View& view = *m_workspace.view();
    if (view.query != m_workspace.query() && view.snapshot->recordCount() > 0)
        m_counts->setText(tr("Searching…"));
}

void StatusLine::showCounts()
{
    const View& view = *m_workspace.view();
    const bool open = !m_workspace.paths().isEmpty();
    m_counts->setText(open ? countsText(view) : tr("No dataset open"));
    const QString problems = problemsOfText(view);
    m_problems->setVisible(!problems.isEmpty());
    m_problemsGap->setVisible(!problems.isEmpty());
    m_problems->setText(problems);
    m_problems->setAccessibleName(problems.isEmpty() ? tr("No problems") : problems);
    const TranslationCounts& translation = view.translation;
    const bool isTranslated = translation.partial > 0 || translation.complete > 0;
    m_translation->setVisible(isTranslated);
    m_translationGap->setVisible(isTranslated);
    if (translation.partial > 0)
        m_translation->setText(
            tr("%n translation(s) incomplete", nullptr, static_cast<int>(translation.partial)));
    else if (translation.none > 0)
        m_translation->setText(tr("%1 translated, %2 in one language")
                                   .arg(countText(translation.complete), countText(translation.none)));
    else
        m_translation->setText(tr("translation complete"));
}

void StatusLine::showTable()
{
    m_table->setVisible(m_rows.isOpen());
    m_table->setText(asMenuText(m_rows.summary()));
    m_table->setAccessibleName(m_rows.isOpen() ? m_rows.summary() : tr("No table open"));
}

/// The job that began first; how many others there are is said with it.
void StatusLine::showJobs()
{
    const auto& jobs = m_jobs.jobs();
    const bool isShown = !jobs.empty() && jobs.front().since.elapsed() >= kShownAfter;
    for (QWidget* part : std::initializer_list<QWidget*>{m_job, m_progress, m_cancel})
        part->setVisible(isShown);
    if (!isShown)
        return;
    const RunningJob& job = jobs.front();
    const QString speed = job.speed();
    QString text = speed.isEmpty() ? job.title : tr("%1: %2").arg(job.title, speed);
    if (jobs.size() > 1)
        text = tr("%1 (and %2 more)").arg(text, countText(jobs.size() - 1));
    m_job->setText(text);
    m_progress->setAccessibleName(job.title);
    constexpr int kSteps = 1000;
    const double share = job.share();
    m_progress->setRange(0, share < 0 ? 0 : kSteps);
    if (share >= 0)
        m_progress->setValue(static_cast<int>(share * kSteps));
    m_cancel->setVisible(
        std::any_of(jobs.begin(), jobs.end(), [](const RunningJob& each) { return each.cancel != nullptr; }));
}

} // namespace duologue::ui
