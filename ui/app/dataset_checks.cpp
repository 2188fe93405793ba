// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/app/dataset_checks.h"
#include "core/analysis/checks/check_run.h"
#include "core/io/atomic_file.h"

#include <algorithm>
#include <iterator>
#include <tuple>
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
    // Fields would say of records that nobody has looked at that nothing was found in them.
    checked.withFields =
        checked.isStopped ? checked.snapshot : withCheckFields(*checked.snapshot, checked.run, checked.rows);
}

/// Puts each finding among the others or the accepted ones, as the settings say, and counts again.
void splitAccepted(CheckedSnapshot& checked)
{
    CheckRun& run = checked.run;
    std::vector<Finding> all = std::exchange(run.findings, {});
    std::ranges::move(std::exchange(run.accepted, {}), std::back_inserter(all));
    const auto placeOf = [](const Finding& finding) {
        const FindingMark mark = finding.marks.empty() ? FindingMark() : finding.marks.front();
        return std::tuple(finding.check, finding.row, finding.part, finding.message, mark.text, mark.begin);
    };
    std::ranges::stable_sort(all, {}, placeOf);
    for (CheckResult& result : run.results)
        result.findings = result.units = result.records = result.suppressed = 0;
    SuppressedFindings suppressed(*checked.snapshot, checked.settings);
    for (CheckResult& result : run.results) {
        const auto check = static_cast<std::uint16_t>(indexOf(*result.check));
        std::vector<Finding> ofCheck;
        for (Finding& finding : all) {
            if (finding.check == check)
                ofCheck.push_back(std::move(finding));
        }
        addFindings(std::move(ofCheck), suppressed, result, run);
    }
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

void DatasetChecks::start(SnapshotPtr snapshot, std::filesystem::path path, RowSet rows, std::string where)
{
    m_path = std::move(path);
    // What was found in another snapshot is of other rows.
    if (m_checked != nullptr && m_checked->snapshot != snapshot)
        m_checked.reset();
    m_before.clear();
    m_stop = std::stop_source();
    m_recordsToCheck = rows.count();
    m_progress = std::make_shared<Progress>();
    m_progress->filesTotal = 0;
    m_settingsMistake = {};
    auto read = readCheckSettings(m_path);
    CheckSettings settings;
    if (Phrase* mistake = read.error())
        m_settingsMistake = std::move(*mistake);
    else
        settings = std::move(read).value();
    const auto amount = [progress = m_progress, count = rows.count()] {
        return JobAmount{progress->recordsDone, count, JobAmount::Unit::Conversations};
    };
    m_job.begin(tr("Checking"), amount, [this] { cancel(); });
    m_task.stream(
        [snapshot = std::move(snapshot), settings = std::move(settings), rows = std::move(rows),
         where = std::move(where), stop = m_stop, progress = m_progress](const Job& job, const auto&) {
            auto checked = std::make_shared<CheckedSnapshot>();
            checked->snapshot = snapshot;
            checked->settings = settings;
            checked->rows = rows;
            checked->where = where;
            // A run that is dropped stops as well.
            const std::stop_callback dropped(job.stopToken(), [stop]() mutable { stop.request_stop(); });
            const Job own(stop.get_token(), progress.get());
            CheckRequest request{*snapshot, rows, settings};
            request.where = where;
            checked->run = runChecks(request, own);
            checked->isStopped = own.stopRequested();
            if (!job.stopRequested())
                sortByRow(*checked);
            return checked;
        },
        {},
        [this](std::shared_ptr<CheckedSnapshot> checked) {
            m_checked = std::move(checked);
            m_job.end(tr("%Ln finding(s)", nullptr, static_cast<int>(m_checked->run.findings.size())));
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
    if (m_stop.request_stop())
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
    m_before.clear();
    m_settingsMistake = {};
    if (hadAny)
        Q_EMIT changed();
}

Phrase DatasetChecks::accept(const std::vector<std::uint32_t>& findings, const std::string& reason)
{
    CheckSettings settings = m_checked->settings;
    settings.folder = settingsPath(m_path).parent_path();
    for (const std::uint32_t finding : findings)
        settings.suppressions.push_back(
            suppressionOf(*m_checked->snapshot, settings, m_checked->run.findings[finding], reason));
    return change(std::move(settings));
}

Phrase DatasetChecks::takeBack(const std::vector<std::uint32_t>& accepted)
{
    CheckSettings settings = m_checked->settings;
    for (const std::uint32_t number : accepted) {
        const Suppression own =
            suppressionOf(*m_checked->snapshot, settings, m_checked->run.accepted[number], {});
        std::erase_if(settings.suppressions, [&own](const Suppression& each) {
            return each.check == own.check && each.file == own.file && each.record == own.record &&
                   (each.message == own.message || each.message == 0);
        });
    }
    return change(std::move(settings));
}

void DatasetChecks::readSettingsAgain()
{
    if (isRunning() || m_checked == nullptr)
        return;
    auto read = readCheckSettings(m_path);
    auto* settings = read.get();
    Phrase mistake = settings == nullptr ? std::move(*read.error()) : Phrase();
    const bool isOther =
        settings != nullptr &&
        !(settings->suppressions == m_checked->settings.suppressions &&
          settings->thresholds == m_checked->settings.thresholds && settings->off == m_checked->settings.off);
    if (!isOther && mistake == m_settingsMistake)
        return;
    m_settingsMistake = std::move(mistake);
    if (isOther) {
        // What could be undone is not what the file said last.
        m_before.clear();
        apply(std::move(*settings));
    }
    Q_EMIT changed();
}

void DatasetChecks::apply(CheckSettings settings)
{
    auto next = std::make_shared<CheckedSnapshot>(*m_checked);
    next->settings = std::move(settings);
    splitAccepted(*next);
    sortByRow(*next);
    m_checked = std::move(next);
}

/// Writes the settings and shows what they say.
Phrase DatasetChecks::change(CheckSettings settings, bool isUndo)
{
    AtomicFile file(settingsPath(m_path), AtomicFile::Existing::Replace);
    file.write(settingsText(settings));
    if (!file.commit())
        return file.error();
    if (isUndo)
        m_before.pop_back();
    else
        m_before.push_back(m_checked->settings);
    apply(std::move(settings));
    Q_EMIT changed();
    return {};
}

} // namespace duologue::ui
