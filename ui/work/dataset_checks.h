// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/checks/check_run.h"
#include "core/checks/check_settings.h"
#include "ui/work/latest_task.h"
#include "ui/work/program/running_jobs.h"

#include <QObject>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <vector>

namespace duologue::ui {

/// What checks have found in a snapshot. Never changes.
struct CheckedSnapshot {
    /// What was checked, and the same with the fields of checks (withCheckFields()), whose rows are the same.
    SnapshotPtr snapshot;
    SnapshotPtr withFields;
    CheckSettings settings;
    CheckRun run;
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

    /// `path` is the first file or folder of the dataset, beside which its settings are.
    void start(SnapshotPtr snapshot, std::filesystem::path path);
    void cancel();
    /// Drops what was found: the records are other ones now.
    void clear();
    bool isRunning() const { return m_task.isRunning(); }
    /// Of the run that is under way, or of the last one.
    const Progress& progress() const { return *m_progress; }

    /// Null until a dataset is checked.
    const CheckedSnapshotPtr& checked() const { return m_checked; }
    /// Why the settings beside the dataset were not used; empty if they were, or if there are none.
    const Phrase& settingsMistake() const { return m_settingsMistake; }

    /// Keeps in the settings beside the dataset that this finding is accepted, and drops it. A phrase says
    /// why the file cannot be written.
    Phrase accept(std::size_t finding, std::string reason);

Q_SIGNALS:
    /// A run has begun, was cancelled or has ended, or findings were dropped.
    void changed();

private:
    std::filesystem::path m_path;
    CheckedSnapshotPtr m_checked;
    Phrase m_settingsMistake;
    std::shared_ptr<Progress> m_progress = std::make_shared<Progress>();
    LatestTask<std::shared_ptr<CheckedSnapshot>> m_task;
    JobEntry m_job;
};

} // namespace duologue::ui
