// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/report/crossfiltered_report.h"

#include "core/query/search/evaluate.h"
#include "core/stats/tally/number_summary.h"
#include "core/table/field_reader.h"

#include <algorithm>
#include <cmath>
#include <new>
#include <optional>

namespace duologue::ui {

namespace {

/// Numbers with at most so many distinct values are ratings on a scale. The axis shows the whole scale, for
/// example 0 to 2, whatever the means are.
constexpr std::size_t kScale = 12;

void widen(CrossfilteredReport& made, double value)
{
    if (std::isfinite(value)) {
        made.lowest = std::min(made.lowest, value);
        made.highest = std::max(made.highest, value);
    }
}

/// Extends the axis for intervals that exceed the scale, up to a limit.
void addIntervals(CrossfilteredReport& made, std::size_t measure, const NumberSummary& scale)
{
    constexpr double kFarthest = 0.25;
    const double top = scale.high + kFarthest * (scale.high - scale.low);
    if (made.all.shape != ReportShape::Bars)
        return;
    for (const TallyRow& row : made.all.tally.rows) {
        const Interval interval = intervalOf(row.means[measure], made.all.kinds[measure]);
        if (interval.isKnown())
            made.highest = std::max(made.highest, std::min(interval.high, top));
    }
}

void addMeanScale(CrossfilteredReport& made, std::size_t measure, const Job& job)
{
    const Snapshot& snapshot = *made.request.snapshot;
    const Tally& tally = made.all.tally;
    const bool isShare = made.all.kinds[measure] == MeasureKind::Share;
    const auto field = isShare ? std::nullopt : findField(snapshot, tally.means[measure].key);
    if (field) {
        const NumberSummary all = summaryOf(RowSet(snapshot.recordCount(), true), *field, job);
        if (all.hasValues && all.values.size() <= kScale) {
            widen(made, all.low);
            widen(made, all.high);
            addIntervals(made, measure, all);
            return;
        }
    }
    // Room for intervals; those of very few values may be cut, or there would be none left for the bars.
    constexpr double kHeadroom = 1.25;
    for (const TallyRow& row : tally.rows)
        widen(made, row.means[measure].mean() * kHeadroom);
}

void findScale(CrossfilteredReport& made, const Job& job)
{
    const Tally& tally = made.all.tally;
    if (made.all.shape == ReportShape::Cells && made.all.figure == CellFigure::ShareOfLine) {
        made.highest = 1;
        return;
    }
    for (std::size_t i = 0; i < tally.means.size(); ++i)
        addMeanScale(made, i, job);
    for (const TallyRow& row : tally.rows) {
        if (tally.means.empty())
            widen(made, static_cast<double>(row.n));
    }
}

/// Empty if the query is not valid.
std::optional<RowSet> rowsOf(const Snapshot& snapshot, const Query& query, const Job& job)
{
    if (query.kind == QueryKind::Everything)
        return RowSet(snapshot.recordCount(), true);
    auto rows = evaluate(snapshot, query, job);
    auto* found = std::get_if<RowSet>(&rows);
    return found == nullptr ? std::nullopt : std::optional(std::move(*found));
}

/// The rows of the cohort that match the other filters.
std::optional<RowSet> rowsLeft(const ReportRequest& request, const Job& job)
{
    if (!request.known)
        return rowsOf(*request.snapshot, Query::all({request.others, request.cohort}), job);
    auto rows = rowsOf(*request.snapshot, request.cohort, job);
    if (rows)
        *rows &= *request.known;
    return rows;
}

bool sameBase(const ReportRequest& one, const ReportRequest& other)
{
    ReportRequest same = one;
    same.others = other.others;
    return same == other;
}

bool computeAll(CrossfilteredReport& made, const CrossfilteredReportPtr& before, const Job& job)
{
    const ReportRequest& request = made.request;
    if (before && sameBase(before->request, request)) {
        made.options = before->options;
        made.total = before->total;
        made.all = before->all;
        made.lowest = before->lowest;
        made.highest = before->highest;
        return true;
    }
    made.options = complete(*request.report, *request.snapshot, request.options, job);
    const auto rows = rowsOf(*request.snapshot, request.cohort, job);
    if (!rows)
        return false;
    made.total = rows->count();
    made.all = request.report->compute(*request.snapshot, *rows, made.options, job);
    findScale(made, job);
    return true;
}

std::shared_ptr<CrossfilteredReport> made(const ReportRequest& request, const CrossfilteredReportPtr& before,
                                          const Job& job)
{
    try {
        auto made = std::make_shared<CrossfilteredReport>();
        made->request = request;
        if (!computeAll(*made, before, job))
            return nullptr;
        const auto rows = rowsLeft(request, job);
        if (!rows)
            return nullptr;
        made->left = rows->count();
        if (request.others.kind == QueryKind::Everything)
            made->now = made->all;
        else
            made->now = request.report->compute(*request.snapshot, *rows, made->options, job);
        return job.stopRequested() ? nullptr : made;
    } catch (const std::bad_alloc&) {
        return nullptr;
    }
}

} // namespace

CrossfilteredReportPtr crossfilteredReport(const ReportRequest& request, const CrossfilteredReportPtr& before,
                                           const Job& job)
{
    return made(request, before, job);
}

std::vector<CrossfilteredReportPtr> crossfilteredReports(const std::vector<ReportRequest>& requests,
                                                         const std::vector<CrossfilteredReportPtr>& before,
                                                         const Job& job)
{
    std::vector<std::shared_ptr<CrossfilteredReport>> all;
    for (const ReportRequest& request : requests) {
        const auto known =
            std::find_if(before.begin(), before.end(), [&](const CrossfilteredReportPtr& each) {
                return each && sameBase(each->request, request);
            });
        auto report = made(request, known == before.end() ? nullptr : *known, job);
        if (!report)
            return {};
        if (report->total > 0 || requests.size() == 1)
            all.push_back(std::move(report));
    }
    double lowest = 0;
    double highest = 0;
    for (const auto& report : all) {
        lowest = std::min(lowest, report->lowest);
        highest = std::max(highest, report->highest);
    }
    for (const auto& report : all) {
        report->lowest = lowest;
        report->highest = highest;
    }
    return {all.begin(), all.end()};
}

} // namespace duologue::ui
