// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/report.h"

#include <nlohmann/json_fwd.hpp>

namespace duologue::cli {

/// A list with one object for each group: its fields, n (or messages), and each mean with its own n.
nlohmann::ordered_json toJson(const Tally& tally);

/// A report: groups as above, with shares, means and their intervals, or cohorts side by side.
nlohmann::ordered_json toJson(const ReportData& data);

} // namespace duologue::cli
