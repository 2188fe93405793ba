// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/stats/report/report.h"
#include "core/stats/tally/chartable_fields.h"

#include <string>
#include <string_view>
#include <vector>

namespace duologue {

/// What several reports are made of.

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
