// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/util/problem.h"

#include <QStatusBar>
#include <QTimer>

class QLabel;
class QProgressBar;
class QPushButton;

namespace duologue::ui {

class RunningJobs;
class TableRows;
class Workspace;
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
