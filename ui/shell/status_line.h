// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/problem.h"

#include <QStatusBar>
#include <QTimer>

class QLabel;
class QProgressBar;
class QPushButton;

namespace duologue::ui {

class Workspace;
struct View;

/// The number of matching conversations, the problems, the state of translation, and the progress of loading.
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
    void showLoading(bool loading);
    void showProgress();

    Workspace& m_workspace;
    QLabel* m_counts;
    QPushButton* m_problems;
    QLabel* m_translation;
    QProgressBar* m_progress;
    QPushButton* m_cancel;
    QTimer m_poll;
    QTimer m_patience;
};

} // namespace duologue::ui
