// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/stats/report/report.h"
#include "core/stats/tally/chartable_fields.h"

#include <string>
#include <string_view>
#include <vector>

namespace duologue {

/// Building blocks that several reports share.

/// What a tally report counts, and all of it but the figures.
struct TallyPlan {
    ReportData data;
    TallyRequest request;
};

/// By options.field and, unless empty, options.second, with means of options.measures. Nothing if the
/// snapshot lacks one of the two fields.
std::optional<TallyPlan> planTally(const Snapshot& snapshot, const ReportOptions& options);

/// The plan with its figures. Has no rows if there is no plan.
ReportData tallied(const Snapshot& snapshot, const RowSet& rows, const ReportOptions& options,
                   const Job& job);

/// Bars for the mean of one measure, a mark or a level of messages, by a field of messages; n counts the
/// messages that have it. A field of the messages' own is a share if its values are yes or no (also true,
/// false, 1, 0), else numbers; any other value of it is not judged. Computed from counts of pairs, which is
/// faster than adding numbers message by message.
ReportData talliedLevels(const Snapshot& snapshot, const RowSet& rows, const ReportOptions& options,
                         const Job& job);

/// A tally as cells, coloured by the mean or, without means, by the count.
ReportData asCells(ReportData tallied);

} // namespace duologue
