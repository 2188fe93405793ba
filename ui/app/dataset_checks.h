// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/checks/check_run.h"
#include "ui/app/running_jobs.h"
#include "ui/app/tasks.h"

#include <QObject>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace duologue::ui {

/// What checks have found in a snapshot. Never changes.
struct CheckedSnapshot {
    /// What was checked, and the same with the fields of checks (withCheckFields()), whose rows are the same.
    SnapshotPtr snapshot;
    SnapshotPtr withFields;
    CheckSettings settings;
    CheckRun run;
    /// What was looked at, and the query that chose it; empty for all.
    RowSet rows;
    std::string where;
    /// The user stopped the run: `run` has what was found until then, and there are no fields of checks.
    bool isStopped = false;
    /// Indices of run.findings that are about a record, by rising rows.
    std::vector<std::uint32_t> byRow;

    /// Indices of run.findings.
    std::span<const std::uint32_t> findingsOf(Row row) const;
    const CheckResult* resultOf(const Check& check) const;
};

using CheckedSnapshotPtr = std::shared_ptr<const CheckedSnapshot>;

/// Lets all checks look at a dataset, with the settings beside it, on a worker. GUI thread.
class DatasetChecks : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

    /// `path` is the first file or folder of the dataset, next to which its settings are. `where` is the
    /// query that chose the rows; empty for all.
    void start(SnapshotPtr snapshot, std::filesystem::path path, RowSet rows, std::string where);
    /// Stops the run and keeps what was found. If it does not stop, because it hangs in a file, the second
    /// call drops it.
    void cancel();
    /// Drops what was found: the records are other ones now.
    void clear();
    bool isRunning() const { return m_task.isRunning(); }
    /// Of the run that is under way, or of the last one.
    const Progress& progress() const { return *m_progress; }
    std::size_t recordsToCheck() const { return m_recordsToCheck; }

    /// Null until a dataset is checked.
    const CheckedSnapshotPtr& checked() const { return m_checked; }
    /// Why the settings beside the dataset were not used; empty if they were, or if there are none.
    const Phrase& settingsMistake() const { return m_settingsMistake; }

    /// Keeps in the settings next to the dataset that these findings are accepted, and takes them out of the
    /// others. A phrase says why the file cannot be written.
    Phrase accept(const std::vector<std::uint32_t>& findings, const std::string& reason);
    /// The other way round, of entries of CheckRun::accepted.
    Phrase takeBack(const std::vector<std::uint32_t>& accepted);
    /// Undoes the last of these.
    Phrase undo() { return canUndo() ? change(m_before.back(), true) : Phrase(); }
    bool canUndo() const { return !m_before.empty(); }
    /// Another program may have changed the settings next to the dataset: shows what they accept now. Their
    /// thresholds are used by the next run.
    void readSettingsAgain();

Q_SIGNALS:
    /// A run has begun, was cancelled or has ended, or findings were dropped.
    void changed();

private:
    Phrase change(CheckSettings settings, bool isUndo = false);
    void apply(CheckSettings settings);

    std::filesystem::path m_path;
    /// The settings before each change, for undo().
    std::vector<CheckSettings> m_before;
    std::stop_source m_stop;
    std::size_t m_recordsToCheck = 0;
    CheckedSnapshotPtr m_checked;
    Phrase m_settingsMistake;
    std::shared_ptr<Progress> m_progress = std::make_shared<Progress>();
    LatestTask<std::shared_ptr<CheckedSnapshot>> m_task;
    JobEntry m_job;
};

} // namespace duologue::ui
