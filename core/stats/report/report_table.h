// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/stats/report/report_data.h"
#include "core/stats/report/text_table.h"

namespace duologue {

/// A report as scripts and papers want it. Bars and cells: the fields, n (or messages), for cells of shares
/// the share with its interval, then each mean with its own n, standard deviation and 95 % interval. A
/// comparison: a line for each field, value and cohort. Four decimals; what is not known is empty.
TextTable tableOf(const ReportData& data);

/// Of each line of cells, by the text of its value: what all its cells count together.
std::vector<std::pair<std::string, std::uint64_t>> lineSums(const Tally& cells);

} // namespace duologue
