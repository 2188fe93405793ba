// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/stats/report.h"

#include <string>
#include <string_view>
#include <vector>

namespace duologue {

/// What several reports are made of.

/// Fields whose values can be told apart in a chart: no free texts, no numbers of records.
std::vector<FieldInfo> groupingFields(const Snapshot& snapshot);
/// Numbers, whose means say something, of records and of messages.
std::vector<FieldInfo> measureFields(const Snapshot& snapshot);
std::vector<FieldInfo> ratingFields(const Snapshot& snapshot);

/// The one of that key; nothing where there is none.
std::vector<FieldInfo> fieldNamed(const Snapshot& snapshot, std::string_view key);

/// Ratings that datasets of simulated users are judged by: what is drawn at first.
std::vector<std::string> simulationRatings();

/// A report that is a tally: by options.field and options.second, where it is there, with means of
/// options.measures. Nothing where the snapshot lacks a field.
ReportData tallied(const Snapshot& snapshot, const RowSet& rows, const ReportOptions& options,
                   ReportShape shape, const Job& job);

/// Bars of the mean of one measure, a mark or a level of messages, by a field of messages; n counts messages
/// that have it. Made from counts of pairs, which is faster than adding up numbers message by message.
ReportData talliedLevels(const Snapshot& snapshot, const RowSet& rows, const ReportOptions& options,
                         const Job& job);

/// Cells are coloured by the mean, or else the count.
ReportData talliedCells(const Snapshot& snapshot, const RowSet& rows, const ReportOptions& options,
                        const Job& job);

} // namespace duologue
