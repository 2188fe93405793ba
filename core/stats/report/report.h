// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job.h"
#include "core/stats/report/report_data.h"
#include "core/stats/report/report_options.h"
#include "core/table/row_set.h"
#include "core/table/snapshot.h"

#include <optional>
#include <span>
#include <string_view>

namespace duologue {

/// What those who draw a report need to know of it, so that they need not know its id.
struct ReportTraits {
    /// It is about ratings alone; without any it counts records.
    bool measuresAreRatings = false;
    /// Its bars are means by a field: they are of the records that have one of the measures.
    bool barsAreOfMeasured = false;
    /// Its bars are of messages, and only of those that have the measure.
    bool barsAreOfJudged = false;
};

/// A kind of chart or table over many records. Stateless; any thread.
class Report {
public:
    virtual ~Report() = default;

    /// The name for scripts: "rating-by-turns".
    virtual std::string_view id() const = 0;
    /// The name for people, in English.
    virtual std::string_view title() const = 0;
    /// One clause that says what the report shows, in English.
    virtual std::string_view summary() const = 0;

    virtual ReportTraits traits() const { return {}; }

    virtual ReportChoices choices(const Snapshot& snapshot) const = 0;

    /// Computes the report for `rows`, with options from complete(). Cheap enough to run whenever a filter
    /// changes. Incomplete if the job was stopped; without rows if the dataset lacks the fields.
    virtual ReportData compute(const Snapshot& snapshot, const RowSet& rows, const ReportOptions& options,
                               const Job& job) const = 0;

    /// The report from a tally by its fields with means of its measures (planTally()), if it is made of
    /// nothing else: then an engine can count what is not here. Nothing if it reads more of the records.
    virtual std::optional<ReportData> arranged(ReportData /*tallied*/) const { return std::nullopt; }
};

/// `asked`, with defaults for what is missing and without what cannot be chosen. Sets neither bins nor
/// scales.
ReportOptions chosenOptions(const Report& report, const Snapshot& snapshot, const ReportOptions& asked);

/// A field by which reports count its numbers in bins, if these are many.
bool hasBins(const FieldReader& field);

/// The same with bins and scales. Reads all rows of numeric fields.
ReportOptions complete(const Report& report, const Snapshot& snapshot, const ReportOptions& asked,
                       const Job& job);

/// All reports, in the order in which they are offered.
std::span<const Report* const> reports();

/// Null if no report has that id.
const Report* findReport(std::string_view id);

} // namespace duologue
