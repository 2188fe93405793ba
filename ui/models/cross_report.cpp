// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/cross_report.h"

#include "core/query/evaluate.h"
#include "core/record/field_reader.h"

#include <algorithm>
#include <cmath>
#include <new>

namespace duologue::ui {

namespace {

constexpr Row kRowsBetweenLooks = 1U << 15U;

/// The scale of the chart's axis comes from single values, so that it stays put whatever is filtered.
void findExtremes(CrossReport& made, const Job& job)
{
    const Snapshot& snapshot = *made.request.snapshot;
    for (const std::string& key : made.request.measures) {
        const auto field = findField(snapshot, key);
        if (!field || !field->isNumber())
            continue;
        for (Row row = 0; row < snapshot.recordCount(); ++row) {
            if (row % kRowsBetweenLooks == 0 && job.stopRequested())
                return;
            const double value = field->number(row);
            if (std::isfinite(value)) {
                made.lowest = std::min(made.lowest, value);
                made.highest = std::max(made.highest, value);
            }
        }
    }
}

void computeAll(CrossReport& made, const CrossReportPtr& before, const Job& job)
{
    const ReportRequest& request = made.request;
    if (before && before->request.snapshot == request.snapshot && before->request.report == request.report &&
        before->request.measures == request.measures) {
        made.all = before->all;
        made.lowest = before->lowest;
        made.highest = before->highest;
        return;
    }
    const RowSet rows(request.snapshot->recordCount(), true);
    made.all = request.report->compute(*request.snapshot, rows, request.measures, job);
    findExtremes(made, job);
}

} // namespace

CrossReportPtr crossReport(const ReportRequest& request, const CrossReportPtr& before, const Job& job)
{
    try {
        auto made = std::make_shared<CrossReport>();
        made->request = request;
        computeAll(*made, before, job);
        if (request.others.kind == QueryKind::Everything) {
            made->now = made->all;
            made->left = request.snapshot->recordCount();
        } else {
            const auto rows = evaluate(*request.snapshot, request.others, job);
            const auto* left = std::get_if<RowSet>(&rows);
            if (left == nullptr)
                return nullptr;
            made->left = left->count();
            made->now = request.report->compute(*request.snapshot, *left, request.measures, job);
        }
        return job.stopRequested() ? nullptr : made;
    } catch (const std::bad_alloc&) {
        return nullptr;
    }
}

} // namespace duologue::ui
