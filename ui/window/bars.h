// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/util/problem.h"

#include <QStatusBar>
#include <QTimer>
#include <QToolBar>

class QLabel;
class QProgressBar;
class QPushButton;
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

class RunningJobs;
class TableRows;
struct View;

/// The number of matching conversations, the problems, the state of translation, which rows of a table these
/// are, which keys act, and how far long work is.
class StatusLine : public QStatusBar {
    Q_OBJECT

public:
    StatusLine(Workspace& workspace, QWidget* parent);

    /// Where the window names the keys that act now.
    QLabel& keyLine() const { return *m_keys; }

Q_SIGNALS:
    void problemsClicked();
    void tableClicked();

private:
    static QString countsText(const View& view);
    static QString problemsText(const ProblemCounts& counts);
    static QString problemsOfText(const View& view);
    void showSearching();
    void showCounts();
    void showJobs();
    void showTable();

    Workspace& m_workspace;
    TableRows& m_rows;
    RunningJobs& m_jobs;
    QLabel* m_counts;
    QLabel* m_problemsGap;
    QPushButton* m_problems;
    QLabel* m_translationGap;
    QLabel* m_translation;
    QPushButton* m_table;
    QLabel* m_keys;
    QLabel* m_job;
    QProgressBar* m_progress;
    QPushButton* m_cancel;
    QTimer m_patience;
};

} // namespace duologue::ui
