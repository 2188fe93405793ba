// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/table/snapshot.h"

#include <string>
#include <string_view>
#include <vector>

namespace duologue {

/// Fields to group by in a chart: all but free texts, trees and the record number.
std::vector<FieldInfo> groupingFields(const Snapshot& snapshot);
/// Numeric fields of records and of messages whose mean makes sense.
std::vector<FieldInfo> measureFields(const Snapshot& snapshot);
std::vector<FieldInfo> ratingFields(const Snapshot& snapshot);

/// The field with that key; empty if there is none.
std::vector<FieldInfo> fieldNamed(const Snapshot& snapshot, std::string_view key);

/// Ratings that datasets of simulated users are judged by; charts show them first.
std::vector<std::string> simulationRatings();

} // namespace duologue
