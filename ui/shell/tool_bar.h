// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QToolBar>

class QLabel;
class QToolButton;

namespace duologue::ui {

class MainWindow;
class QueryBar;
class Workbench;
class Workspace;

/// The actions that are used most, the query bar and the perspectives. It is hidden while
/// nothing is open. Every action is in a menu, too. GUI thread.
class ToolBar : public QToolBar {
    Q_OBJECT

public:
    /// The menus must be built. Takes the query bar.
    ToolBar(MainWindow& window, Workspace& workspace, Workbench& workbench, QueryBar& queryBar);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    QToolButton* addTool(QAction& action, const QString& icon, bool hasText = false);
    QToolButton* addMenuButton(const char* name, const QString& icon, const QString& text, QMenu* menu);
    QMenu* makeShareMenu();
    void addPanelTools();
    void showCount();
    void showState();
    void showTexts();

    MainWindow& m_window;
    Workspace& m_workspace;
    Workbench& m_workbench;
    /// "220 of 3,980".
    QLabel* m_count;
    QList<QToolButton*> m_withText;
};

} // namespace duologue::ui
