// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/problem.h"

#include <QStatusBar>
#include <QTimer>

class QLabel;
class QProgressBar;
class QPushButton;

namespace duologue::ui {

class RunningJobs;
class Workspace;
struct View;

/// The number of matching conversations, the problems, the state of translation, and how far long work is.
class StatusLine : public QStatusBar {
    Q_OBJECT

public:
    StatusLine(Workspace& workspace, QWidget* parent);

Q_SIGNALS:
    void problemsClicked();

private:
    static QString countsText(const View& view);
    static QString problemsText(const ProblemCounts& counts);
    void showSearching();
    void showCounts();
    void showJobs();

    Workspace& m_workspace;
    RunningJobs& m_jobs;
    QLabel* m_counts;
    QPushButton* m_problems;
    QLabel* m_translation;
    QLabel* m_job;
    QProgressBar* m_progress;
    QPushButton* m_cancel;
    QTimer m_patience;
};

} // namespace duologue::ui
