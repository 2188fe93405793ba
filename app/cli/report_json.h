// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/stats/report/report_data.h"

#include <nlohmann/json_fwd.hpp>

namespace duologue::cli {

/// Groups as a list of objects: fields, n (or messages), each mean with its own n.
nlohmann::ordered_json toJson(const Tally& tally);

/// A report: groups as above, shares and means with their intervals; or cohorts side by side.
nlohmann::ordered_json toJson(const ReportData& data);

} // namespace duologue::cli
