// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/work/dataset_checks.h"

#include "core/base/file/atomic_file.h"
#include "core/checks/check_columns.h"

#include <algorithm>
#include <utility>

namespace duologue::ui {

namespace {

void sortByRow(CheckedSnapshot& checked)
{
    const auto& findings = checked.run.findings;
    checked.byRow.clear();
    for (std::uint32_t i = 0; i < findings.size(); ++i) {
        if (findings[i].part != FindingPart::Dataset)
            checked.byRow.push_back(i);
    }
    std::stable_sort(
        checked.byRow.begin(), checked.byRow.end(),
        [&](std::uint32_t left, std::uint32_t right) { return findings[left].row < findings[right].row; });
    checked.withFields =
        withCheckFields(*checked.snapshot, checked.run, RowSet(checked.snapshot->recordCount(), true));
}

/// Where the settings of a dataset are written.
std::filesystem::path settingsPath(const std::filesystem::path& dataset)
{
    std::error_code failed;
    const bool isFolder = std::filesystem::is_directory(dataset, failed);
    return (isFolder ? dataset : dataset.parent_path()) / kCheckSettingsName;
}

} // namespace

std::span<const std::uint32_t> CheckedSnapshot::findingsOf(Row row) const
{
    const auto rowOf = [this](std::uint32_t finding) { return run.findings[finding].row; };
    return {std::ranges::lower_bound(byRow, row, {}, rowOf), std::ranges::upper_bound(byRow, row, {}, rowOf)};
}

const CheckResult* CheckedSnapshot::resultOf(const Check& check) const
{
    const auto found = std::ranges::find(run.results, &check, &CheckResult::check);
    return found == run.results.end() ? nullptr : &*found;
}

void DatasetChecks::start(SnapshotPtr snapshot, std::filesystem::path path)
{
    m_path = std::move(path);
    m_progress = std::make_shared<Progress>();
    m_progress->filesTotal = 0;
    m_settingsMistake = {};
    auto read = readCheckSettings(m_path);
    CheckSettings settings;
    if (Phrase* mistake = std::get_if<Phrase>(&read))
        m_settingsMistake = std::move(*mistake);
    else
        settings = std::get<CheckSettings>(std::move(read));
    const auto amount = [progress = m_progress, count = snapshot->recordCount()] {
        return JobAmount{progress->recordsDone, count, JobAmount::Unit::Conversations};
    };
    m_job.begin(tr("Checking"), amount, [this] { cancel(); });
    m_task.stream(
        [snapshot = std::move(snapshot), settings = std::move(settings)](const Job& job, const auto&) {
            auto checked = std::make_shared<CheckedSnapshot>();
            checked->snapshot = snapshot;
            checked->settings = settings;
            const CheckRequest request{*snapshot, RowSet(snapshot->recordCount(), true), settings};
            checked->run = runChecks(request, job);
            if (!job.stopRequested())
                sortByRow(*checked);
            return checked;
        },
        {},
        [this](std::shared_ptr<CheckedSnapshot> checked) {
            m_checked = std::move(checked);
            m_job.end(
                tr("%Ln finding(s) of checks", nullptr, static_cast<int>(m_checked->run.findings.size())));
            Q_EMIT changed();
        },
        m_progress,
        [this](const TaskFailure& failure) {
            m_job.end();
            TaskFailures::ofThisThread().report(failure);
            Q_EMIT changed();
        });
    Q_EMIT changed();
}

void DatasetChecks::cancel()
{
    if (!isRunning())
        return;
    m_task.cancel();
    m_job.end();
    Q_EMIT changed();
}

void DatasetChecks::clear()
{
    const bool hadAny = isRunning() || m_checked != nullptr;
    m_task.cancel();
    m_job.end();
    m_checked.reset();
    m_settingsMistake = {};
    if (hadAny)
        Q_EMIT changed();
}

Phrase DatasetChecks::accept(std::size_t finding, std::string reason)
{
    auto next = std::make_shared<CheckedSnapshot>(*m_checked);
    const Finding accepted = next->run.findings[finding];
    next->settings.folder = settingsPath(m_path).parent_path();
    next->settings.suppressions.push_back(
        suppressionOf(*next->snapshot, next->settings, accepted, std::move(reason)));
    AtomicFile file(settingsPath(m_path), AtomicFile::Existing::Replace);
    file.write(settingsText(next->settings));
    if (!file.commit())
        return file.error();
    next->run.findings.erase(next->run.findings.begin() + static_cast<std::ptrdiff_t>(finding));
    for (CheckResult& result : next->run.results) {
        if (indexOf(*result.check) != accepted.check)
            continue;
        --result.findings;
        ++result.suppressed;
        const auto isOfRecord = [&](const Finding& other) {
            return other.check == accepted.check && other.row == accepted.row &&
                   other.part != FindingPart::Dataset;
        };
        if (std::ranges::none_of(next->run.findings, isOfRecord))
            --result.records;
    }
    sortByRow(*next);
    m_checked = std::move(next);
    Q_EMIT changed();
    return {};
}

} // namespace duologue::ui
