// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/query/language/query.h"
#include "core/stats/report/report.h"
#include "core/table/row_set.h"
#include "core/table/snapshot.h"

#include <memory>
#include <vector>

namespace duologue::ui {

/// What a chart asks for: a report over the rows that all filters but its own leave.
struct ReportRequest {
    SnapshotPtr snapshot = std::make_shared<const Snapshot>();
    /// One of reports().
    const Report* report = nullptr;
    /// From chosenOptions().
    ReportOptions options;
    /// The query without the terms about the report's own fields.
    Query others;
    /// The part of the dataset that it is drawn for, filters or not; everything where nothing is compared.
    Query cohort;
    /// The rows that `others` keeps, where they are known; null where they have to be found.
    std::shared_ptr<const RowSet> known;

    /// The same question, whatever is known of the answer.
    bool operator==(const ReportRequest& other) const
    {
        return snapshot == other.snapshot && report == other.report && options == other.options &&
               others == other.others && cohort == other.cohort;
    }
};

/// The answer: the report now, and the same without filters for the pale bars behind. Immutable.
struct CrossReport {
    ReportRequest request;
    /// With bins.
    ReportOptions options;
    ReportData now;
    ReportData all;
    /// Rows that the other filters leave, and rows of the cohort.
    std::uint64_t left = 0;
    std::uint64_t total = 0;
    /// Of the axis, or of the colours of cells: whatever is filtered, it stays. Both 0 where nothing is
    /// drawn.
    double lowest = 0;
    double highest = 0;
};

using CrossReportPtr = std::shared_ptr<const CrossReport>;

/// Computes it; whatever of `before` (may be null) still holds is taken over. Null when the query cannot be
/// asked of this dataset, when memory ran out, or when the job was asked to stop. On a worker: terms about
/// texts read files.
CrossReportPtr crossReport(const ReportRequest& request, const CrossReportPtr& before, const Job& job);

/// Several to be seen side by side, hence on one scale, without those of cohorts that are empty. Whichever of
/// `before` still holds is taken over. Empty where one cannot be made.
std::vector<CrossReportPtr> crossReports(const std::vector<ReportRequest>& requests,
                                         const std::vector<CrossReportPtr>& before, const Job& job);

} // namespace duologue::ui
