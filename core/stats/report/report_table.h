// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/stats/report/report_data.h"
#include "core/stats/report/text_table.h"

namespace duologue {

/// Converts a report to a table for scripts and papers. Bars and cells: the fields, n (or messages), for
/// cells of shares the share with its interval, then each mean with its own n, standard deviation and 95 %
/// interval. A comparison: a line for each field, value and cohort. Four decimals; unknown figures are
/// empty.
TextTable tableOf(const ReportData& data);

/// The total count of each line of cells, with the text of the line's value.
std::vector<std::pair<std::string, std::uint64_t>> lineSums(const Tally& cells);

} // namespace duologue
