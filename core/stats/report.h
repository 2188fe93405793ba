// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job.h"
#include "core/stats/tally.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace duologue {

/// What a chart draws, a table prints and an export writes: the same value for all three.
struct ReportData {
    /// The key of the field whose values are the categories; a click on a bar asks for one of them.
    std::string categoryField;
    /// One row a category, one mean a measure.
    Tally tally;
};

/// A way to look at many records at once. Stateless; any thread.
class Report {
public:
    virtual ~Report() = default;

    /// As scripts write it: "rating-by-turns".
    virtual std::string_view id() const = 0;
    /// As people read it, in English.
    virtual std::string_view title() const = 0;
    virtual std::string_view categoryField() const = 0;

    /// What it can be drawn for: the ratings there are.
    virtual std::vector<FieldInfo> measures(const Snapshot& snapshot) const = 0;

    /// Over `rows`, for the measures with these keys; unknown ones are left out. Cheap enough to run at every
    /// change of a filter; stops early, incomplete, when the job is asked to.
    virtual ReportData compute(const Snapshot& snapshot, const RowSet& rows,
                               std::span<const std::string> measures, const Job& job) const = 0;
};

/// Every report, in the order in which they are offered.
std::span<const Report* const> reports();

} // namespace duologue
