// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/dataset_diff.h"
#include "core/load/loader.h"
#include "core/util/parallel.h"
#include "ui/app/running_jobs.h"
#include "ui/app/tasks.h"

#include <QAbstractTableModel>
#include <QDialog>
#include <QString>
#include <QTimer>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

class QLineEdit;

namespace duologue::ui {

namespace Ui {
class DiffWindow;
}

/// What has happened to a record from the old dataset to the new one.
enum class RecordChange : std::uint8_t { Changed, Removed, Added, Moved };

/// One record of a comparison: of the old dataset, of the new one, or of both.
struct ComparedRecord {
    RecordChange change = RecordChange::Changed;
    std::optional<Row> old;
    std::optional<Row> now;
    MatchedBy by = MatchedBy::Id;
    /// See RecordPair.
    float likeness = 1;
    /// It is in another file as well.
    bool isMoved = false;
};

/// Two datasets and what has become of the records of the old one. Never changes; any thread.
struct DatasetComparison {
    SnapshotPtr old;
    SnapshotPtr now;
    DatasetDiff diff;

    /// Changed ones first, then those that are gone, new or only moved.
    std::vector<ComparedRecord> records() const;
};

using DatasetComparisonPtr = std::shared_ptr<const DatasetComparison>;

/// Loads both paths and compares them. Incomplete if the job was stopped. Blocks: call it on a worker.
DatasetComparisonPtr compareDatasets(const std::filesystem::path& old, const std::filesystem::path& now,
                                     const LoadOptions& load, const DiffOptions& options, const Job& job);

/// The records of a comparison that are not equal, one in each row: all of them, or those with one change.
/// GUI thread.
class DiffModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Change, Id, Old, New, Match, ColumnCount };

    using QAbstractTableModel::QAbstractTableModel;

    /// Null for none.
    void setComparison(DatasetComparisonPtr comparison);
    /// No change for all records.
    void setShownChange(std::optional<RecordChange> change);

    const ComparedRecord& record(int row) const { return m_records[m_shown[static_cast<std::size_t>(row)]]; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    void showRecords();
    QString cell(const ComparedRecord& record, int column) const;

    DatasetComparisonPtr m_comparison;
    std::vector<ComparedRecord> m_records;
    /// Indices of m_records.
    std::vector<std::size_t> m_shown;
    std::optional<RecordChange> m_change;
};

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
    void choosePath(QLineEdit& edit);
    void showComparison(DatasetComparisonPtr comparison);
    void showCounts();
    void showPage();
    void setRunning(bool running);

    const LoadOptions m_load;
    const std::unique_ptr<Ui::DiffWindow> m_ui;
    DiffModel* m_model;
    DatasetComparisonPtr m_comparison;
    std::shared_ptr<Progress> m_progress;
    JobEntry m_job;
    QTimer m_progressTimer;
    LatestTask<DatasetComparisonPtr> m_compareTask;
    LatestTask<QString> m_pageTask;
};

} // namespace duologue::ui
