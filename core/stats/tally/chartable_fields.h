// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/table/snapshot.h"

#include <string>
#include <string_view>
#include <vector>

namespace duologue {

/// Fields whose values can be told apart in a chart: no free texts, no numbers of records.
std::vector<FieldInfo> groupingFields(const Snapshot& snapshot);
/// Numbers, whose means say something, of records and of messages.
std::vector<FieldInfo> measureFields(const Snapshot& snapshot);
std::vector<FieldInfo> ratingFields(const Snapshot& snapshot);

/// The one of that key; nothing where there is none.
std::vector<FieldInfo> fieldNamed(const Snapshot& snapshot, std::string_view key);

/// Ratings that datasets of simulated users are judged by: what is drawn at first.
std::vector<std::string> simulationRatings();

} // namespace duologue
