// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/load/loader.h"
#include "core/util/parallel.h"
#include "ui/dialogs/diff/diff_model.h"
#include "ui/work/latest_task.h"
#include "ui/work/program/running_jobs.h"

#include <QDialog>
#include <QString>
#include <QTimer>
#include <memory>

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QProgressBar;
class QPushButton;
class QTableView;
class QTextBrowser;

namespace duologue::ui {

/// Compares two datasets: which records were added, removed, changed or moved, and what is another one in
/// each of them, side by side. Stands beside the main window. GUI thread; the work is done by workers and can
/// be cancelled.
class DiffWindow : public QDialog {
    Q_OBJECT

public:
    /// `now` is the path of the new dataset, which the user may change; may be empty.
    DiffWindow(LoadOptions load, const QString& now, QWidget* parent = nullptr);
    ~DiffWindow() override;

    void setOldPath(const QString& path);
    void setNewPath(const QString& path);
    /// Reads both datasets and compares them. Says what is missing if a path is.
    void compare();

    void reject() override;

protected:
    void changeEvent(QEvent* event) override;

Q_SIGNALS:
    /// A comparison has ended, well or not.
    void ended();
    /// The page of the current record is shown.
    void pageShown();

private:
    QWidget* makePaths(const QString& now);
    QWidget* makeResult();
    void choosePath(QLineEdit& edit);
    void showComparison(DatasetComparisonPtr comparison);
    void showCounts();
    void showPage();
    void setRunning(bool running);

    const LoadOptions m_load;
    QLineEdit* m_old;
    QLineEdit* m_new;
    QCheckBox* m_ignoresIds;
    QPushButton* m_compare;
    QProgressBar* m_bar;
    QLabel* m_message;
    QComboBox* m_changes;
    QTableView* m_table;
    QTextBrowser* m_page;
    QWidget* m_result;
    DiffModel* m_model;
    DatasetComparisonPtr m_comparison;
    std::shared_ptr<Progress> m_progress;
    JobEntry m_job;
    QTimer m_progressTimer;
    LatestTask<DatasetComparisonPtr> m_compareTask;
    LatestTask<QString> m_pageTask;
};

} // namespace duologue::ui
