// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/tool_bar.h"

#include "ui/models/words/count_words.h"
#include "ui/shell/main_window.h"
#include "ui/shell/perspective.h"
#include "ui/shell/workbench.h"
#include "ui/views/query/query_bar.h"
#include "ui/views/widgets/metrics.h"
#include "ui/views/widgets/tool_icon.h"
#include "ui/work/qt_text.h"
#include "ui/work/workspace.h"

#include <QLabel>
#include <QMenu>
#include <QMenuBar>
#include <QToolButton>

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
      m_count(new QLabel(this))
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
    m_count->setObjectName(QStringLiteral("countsShort"));
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
                            ? tr("Of the filter that was applied last, not of what stands in the line")
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

} // namespace duologue::ui
