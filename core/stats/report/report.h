// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job.h"
#include "core/stats/report/report_data.h"
#include "core/stats/report/report_options.h"
#include "core/table/row_set.h"
#include "core/table/snapshot.h"

#include <span>
#include <string_view>

namespace duologue {

/// A way to look at many records at once. Stateless; any thread.
class Report {
public:
    virtual ~Report() = default;

    /// As scripts write it: "rating-by-turns".
    virtual std::string_view id() const = 0;
    /// As people read it, in English.
    virtual std::string_view title() const = 0;
    /// One clause that says what it shows, in English.
    virtual std::string_view summary() const = 0;

    virtual ReportChoices choices(const Snapshot& snapshot) const = 0;

    /// Over `rows`, for options from complete(). Cheap enough to run at every change of a filter; stops
    /// early, incomplete, when the job is asked to. Without rows where the dataset lacks what it is about.
    virtual ReportData compute(const Snapshot& snapshot, const RowSet& rows, const ReportOptions& options,
                               const Job& job) const = 0;
};

/// What is asked for with the gaps filled and what cannot be chosen left out, but for bins.
ReportOptions chosenOptions(const Report& report, const Snapshot& snapshot, const ReportOptions& asked);

/// The same with bins. Looks at all rows of a field that may have some.
ReportOptions complete(const Report& report, const Snapshot& snapshot, const ReportOptions& asked,
                       const Job& job);

/// Every report, in the order in which they are offered.
std::span<const Report* const> reports();

/// Null where there is none of that id.
const Report* findReport(std::string_view id);

} // namespace duologue
