// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checks/check_run.h"

#include "core/base/parallel.h"
#include "core/base/phrase_id.h"
#include "core/base/whole_number.h"
#include "core/checks/checked_dataset.h"
#include "core/checks/checked_record.h"
#include "core/dataset/record_visitor.h"

#include <algorithm>
#include <iterator>
#include <mutex>
#include <set>
#include <tuple>
#include <utility>

namespace duologue {

namespace {

struct CheckPiece final : PipelineItem {
    std::size_t firstRun = 0;
    std::size_t lastRun = 0;
    std::vector<CheckLog> logs;
    std::uint64_t unread = 0;
    std::uint64_t records = 0;
};

/// Sets what is known of a finding only where its record is: the hash of its text, and its candidate.
void completeFinding(const Conversation& conversation, Finding& finding)
{
    finding.textHash = findingTextHash(conversation, finding.part, finding.message);
    if (finding.part != FindingPart::Candidate)
        return;
    for (std::size_t i = 0; i < conversation.candidates.size(); ++i) {
        const Slice messages = conversation.candidates[i].messages;
        if (finding.message < messages.begin || finding.message >= messages.end)
            continue;
        finding.candidate = static_cast<std::uint32_t>(i + 1);
        finding.messageOfCandidate = finding.message - messages.begin + 1;
        return;
    }
}

CheckLog logFor(const Check& check, const CheckSettings& settings)
{
    return {static_cast<std::uint16_t>(indexOf(check)), settings.threshold(check), check.isMaybe,
            check.isPersonal};
}

std::vector<CheckLog> logsFor(const std::vector<const Check*>& chosen, const CheckSettings& settings)
{
    std::vector<CheckLog> logs;
    logs.reserve(chosen.size());
    for (const Check* check : chosen)
        logs.push_back(logFor(*check, settings));
    return logs;
}

/// Lets checks look at pieces of the dataset, with visitors that are used again and again.
class PieceChecker {
public:
    PieceChecker(const CheckRequest& request, const std::vector<const Check*>& chosen,
                 const DatasetFacts& facts, const std::vector<Row>& rows, const std::vector<RowRun>& runs,
                 const Job& job)
        : m_request(request), m_chosen(chosen), m_facts(facts), m_rows(rows), m_runs(runs), m_job(job)
    {
    }

    /// Any thread.
    void check(CheckPiece& piece)
    {
        std::unique_ptr<RecordVisitor> visitor = take();
        piece.logs = logsFor(m_chosen, m_request.settings);
        const auto look = [&](Row row, std::string_view, Conversation& conversation) {
            CheckedRecord record{m_request.snapshot, m_facts, row, conversation, {}, {}, {}};
            record.prepare();
            for (std::size_t i = 0; i < m_chosen.size(); ++i) {
                std::vector<Finding>& findings = piece.logs[i].findings();
                const std::size_t before = findings.size();
                m_chosen[i]->look(record, piece.logs[i]);
                for (std::size_t at = before; at < findings.size(); ++at)
                    completeFinding(conversation, findings[at]);
            }
            ++piece.records;
        };
        const auto refuse = [&](Row, bool) { ++piece.unread; };
        for (std::size_t i = piece.firstRun; i < piece.lastRun; ++i)
            visitor->visit(m_runs[i], m_rows, m_job, look, refuse);
        const std::scoped_lock lock(m_mutex);
        m_idle.push_back(std::move(visitor));
    }

private:
    std::unique_ptr<RecordVisitor> take()
    {
        const std::scoped_lock lock(m_mutex);
        if (m_idle.empty())
            return std::make_unique<RecordVisitor>(m_request.snapshot, true);
        std::unique_ptr<RecordVisitor> visitor = std::move(m_idle.back());
        m_idle.pop_back();
        return visitor;
    }

    const CheckRequest& m_request;
    const std::vector<const Check*>& m_chosen;
    const DatasetFacts& m_facts;
    const std::vector<Row>& m_rows;
    const std::vector<RowRun>& m_runs;
    const Job& m_job;
    std::mutex m_mutex;
    std::vector<std::unique_ptr<RecordVisitor>> m_idle;
};

std::vector<const Check*> chosenChecks(const CheckRequest& request)
{
    std::vector<const Check*> chosen;
    for (const Check* check : checks()) {
        const bool isNamed =
            std::find(request.only.begin(), request.only.end(), check->id) != request.only.end();
        const bool isGroupNamed =
            std::find(request.only.begin(), request.only.end(), groupId(check->group)) != request.only.end();
        const bool isWanted =
            request.only.empty() ? !request.settings.isOff(*check) : isNamed || isGroupNamed;
        if (isWanted && !(request.onlyRecords && check->look == nullptr))
            chosen.push_back(check);
    }
    return chosen;
}

/// Completes findings by checks that look at the whole dataset. Reads their records again.
void completeFindings(const Snapshot& snapshot, std::vector<Finding>& findings, const Job& job)
{
    std::vector<Row> rows;
    for (const Finding& finding : findings) {
        if (finding.part != FindingPart::Dataset && (rows.empty() || rows.back() != finding.row))
            rows.push_back(finding.row);
    }
    RecordVisitor visitor(snapshot, true);
    auto next = findings.begin();
    const auto look = [&](Row row, std::string_view, const Conversation& conversation) {
        while (next != findings.end() && next->row < row)
            ++next;
        for (; next != findings.end() && next->row == row; ++next)
            completeFinding(conversation, *next);
    };
    for (const RowRun& run : runsOf(snapshot, rows))
        visitor.visit(run, rows, job, look, [](Row, bool) {});
}

using FindingUnit = std::tuple<Row, FindingPart, std::uint32_t, std::uint32_t>;

/// Equal for findings that are in the same unit.
FindingUnit unitOfFinding(const Finding& finding, CheckUnit unit)
{
    switch (unit) {
    case CheckUnit::Records:
        return {finding.row, FindingPart::Record, 0, 0};
    case CheckUnit::Messages:
    case CheckUnit::Candidates:
        return {finding.row, finding.part, finding.message, 0};
    case CheckUnit::Fields:
        return {Row{0}, FindingPart::Record, 0, finding.unit};
    case CheckUnit::Texts:
    case CheckUnit::Translations:
        break;
    }
    return {finding.row, finding.part, finding.message, finding.unit};
}

/// Adds up the logs of one check: its findings, without those that are suppressed, and its counts.
class ResultMaker {
public:
    ResultMaker(const CheckRequest& request, CheckRun& run)
        : m_run(run), m_rows(request.rows), m_suppressed(request.snapshot, request.settings)
    {
    }

    CheckResult& begin(const Check& check, double threshold)
    {
        CheckResult& result = m_run.results.emplace_back();
        result.check = &check;
        result.threshold = threshold;
        m_findings.clear();
        return result;
    }

    void add(CheckLog& log, CheckResult& result)
    {
        for (Finding& finding : log.findings())
            finding.unit += static_cast<std::uint32_t>(result.lookedAt);
        result.lookedAt += log.lookedAt();
        for (const auto& [why, units] : log.reasons())
            result.notJudged[why] += units;
        std::move(log.findings().begin(), log.findings().end(), std::back_inserter(m_findings));
    }

    /// After all logs of the check, in the order of rows.
    void end(CheckResult& result) { addFindings(std::exchange(m_findings, {}), m_suppressed, result, m_run); }

    /// After all checks.
    void finish() { m_run.lost = m_suppressed.lost(m_rows); }

private:
    CheckRun& m_run;
    const RowSet& m_rows;
    SuppressedFindings m_suppressed;
    /// Of the check that was begun.
    std::vector<Finding> m_findings;
};

constexpr std::uint64_t kPieceBytes = std::uint64_t{1} << 20U;

/// As many runs as make a piece: many small files, or one run of a large one.
std::size_t endOfCheckPiece(const std::vector<RowRun>& runs, std::size_t first)
{
    std::uint64_t bytes = 0;
    std::size_t end = first;
    while (end < runs.size() && (end == first || bytes < kPieceBytes)) {
        bytes += runs[end].end - runs[end].begin;
        ++end;
    }
    return end;
}

/// The logs of all pieces, in the order of the rows.
std::vector<std::vector<CheckLog>> lookAtRecords(const CheckRequest& request,
                                                 const std::vector<const Check*>& chosen,
                                                 const std::vector<Row>& rows, CheckRun& run, const Job& job)
{
    const DatasetFacts facts = factsOf(request.snapshot, request.rows, job);
    const std::vector<RowRun> runs = runsOf(request.snapshot, rows);
    PieceChecker checker(request, chosen, facts, rows, runs, job);
    std::vector<std::vector<CheckLog>> logs;
    std::size_t next = 0;
    PipelineSteps steps;
    steps.next = [&]() -> std::unique_ptr<PipelineItem> {
        if (next == runs.size() || job.stopRequested())
            return nullptr;
        auto piece = std::make_unique<CheckPiece>();
        piece->firstRun = next;
        piece->lastRun = next = endOfCheckPiece(runs, next);
        return piece;
    };
    steps.work = [&](PipelineItem& item) { checker.check(static_cast<CheckPiece&>(item)); };
    steps.commit = [&](std::unique_ptr<PipelineItem> item) {
        auto& piece = static_cast<CheckPiece&>(*item);
        run.unread += piece.unread;
        run.records += piece.records;
        logs.push_back(std::move(piece.logs));
        if (Progress* progress = job.progress())
            progress->recordsDone += piece.records + piece.unread;
    };
    constexpr std::size_t kPiecesInFlight = 8;
    orderedPipeline(steps, request.threads, kPiecesInFlight);
    return logs;
}

} // namespace

std::optional<double> CheckResult::share() const
{
    if (lookedAt == 0 || (findings > 0 && units == 0))
        return std::nullopt;
    return static_cast<double>(units) / static_cast<double>(lookedAt);
}

std::uint64_t CheckResult::unitsNotJudged() const
{
    std::uint64_t sum = 0;
    for (const auto& [why, count] : notJudged)
        sum += count;
    return sum;
}

std::uint64_t CheckRun::count(Severity severity) const
{
    std::uint64_t sum = 0;
    for (const CheckResult& result : results)
        sum += result.check->severity == severity ? result.findings : 0;
    return sum;
}

void addFindings(std::vector<Finding> findings, SuppressedFindings& suppressed, CheckResult& result,
                 CheckRun& run)
{
    const std::vector<std::uint8_t> isSuppressed =
        suppressed.among(static_cast<std::uint16_t>(indexOf(*result.check)), findings);
    std::set<FindingUnit> units;
    for (std::size_t i = 0; i < findings.size(); ++i) {
        Finding& finding = findings[i];
        if (isSuppressed[i] != 0) {
            ++result.suppressed;
            run.accepted.push_back(std::move(finding));
            continue;
        }
        const bool isSameRecord = result.findings > 0 && run.findings.back().row == finding.row;
        ++result.findings;
        if (finding.part != FindingPart::Dataset) {
            result.records += isSameRecord ? 0 : 1;
            result.units += units.insert(unitOfFinding(finding, result.check->unit)).second ? 1 : 0;
        }
        run.findings.push_back(std::move(finding));
    }
}

Phrase mistakeIn(const CheckRequest& request)
{
    for (const std::string& name : request.only) {
        if (findCheck(name) == nullptr && !isGroup(name))
            return {PhraseId::NoCheck, name};
    }
    return mistakeIn(request.settings);
}

CheckRun runChecks(const CheckRequest& request, const Job& job)
{
    CheckRun run;
    run.coverage = coverageOf(request.snapshot, request.rows.count(), request.where);
    const std::vector<const Check*> chosen = chosenChecks(request);
    if (request.only.empty())
        std::copy_if(checks().begin(), checks().end(), std::back_inserter(run.off),
                     [&](const Check* check) { return request.settings.isOff(*check); });
    std::vector<const Check*> ofRecords;
    std::copy_if(chosen.begin(), chosen.end(), std::back_inserter(ofRecords),
                 [](const Check* check) { return check->look != nullptr; });
    std::vector<Row> rows;
    request.rows.forEach([&](Row row) { rows.push_back(row); });
    std::vector<std::vector<CheckLog>> logs;
    if (!ofRecords.empty())
        logs = lookAtRecords(request, ofRecords, rows, run, job);
    else
        run.records = rows.size();

    const CheckedDataset dataset(request.snapshot, request.rows, request.threads);
    ResultMaker maker(request, run);
    std::size_t index = 0;
    for (const Check* check : chosen) {
        CheckResult& result = maker.begin(*check, request.settings.threshold(*check));
        if (check->look != nullptr) {
            for (std::vector<CheckLog>& piece : logs)
                maker.add(piece[index], result);
            ++index;
        }
        if (check->lookAtAll != nullptr && !job.stopRequested()) {
            CheckLog log = logFor(*check, request.settings);
            check->lookAtAll(dataset, log, job);
            // What looks at a part of the dataset as if it was all of it finds what is not there.
            if (job.stopRequested())
                continue;
            std::stable_sort(log.findings().begin(), log.findings().end(),
                             [](const Finding& left, const Finding& right) { return left.row < right.row; });
            completeFindings(request.snapshot, log.findings(), job);
            maker.add(log, result);
        }
        maker.end(result);
    }
    if (!job.stopRequested())
        maker.finish();
    if (job.stopRequested())
        run.coverage.remarks.emplace_back(PhraseId::ChecksStopped, groupedDigits(run.records),
                                          groupedDigits(rows.size()));
    return run;
}

} // namespace duologue
