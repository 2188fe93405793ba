// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/query/query.h"
#include "core/record/snapshot.h"
#include "core/stats/report.h"

#include <memory>
#include <string>
#include <vector>

namespace duologue::ui {

/// What a chart asks for: a report over the rows that all filters but its own leave.
struct ReportRequest {
    SnapshotPtr snapshot = std::make_shared<const Snapshot>();
    /// One of reports().
    const Report* report = nullptr;
    /// Keys; unknown ones are left out.
    std::vector<std::string> measures;
    /// The query without the terms about the report's own field.
    Query others;

    bool operator==(const ReportRequest&) const = default;
};

/// The answer: the report now, and the same over all rows for the pale bars behind. Immutable.
struct CrossReport {
    ReportRequest request;
    ReportData now;
    ReportData all;
    /// Rows that the other filters leave.
    std::uint64_t left = 0;
    /// Smallest and largest single value of any measure among all rows; both 0 where there is none.
    double lowest = 0;
    double highest = 0;
};

using CrossReportPtr = std::shared_ptr<const CrossReport>;

/// Computes it; whatever of `before` (may be null) still holds is taken over. Null when the query cannot be
/// asked of this dataset, when memory ran out, or when the job was asked to stop. On a worker: terms about
/// texts read files.
CrossReportPtr crossReport(const ReportRequest& request, const CrossReportPtr& before, const Job& job);

} // namespace duologue::ui
