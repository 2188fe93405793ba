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
/// Fields that say how many messages annotators have marked.
std::vector<FieldInfo> markFields(const Snapshot& snapshot);

/// The field with that key; empty if there is none.
std::vector<FieldInfo> fieldNamed(const Snapshot& snapshot, std::string_view key);

/// The ratings with the trait that the formats know, the likeliest first, whether the dataset has them or
/// not.
std::vector<std::string> knownRatings(const Snapshot& snapshot, bool FieldTraits::*trait);

/// What conversations are about, and then the field of that key: the fields that are drawn at first.
std::vector<std::string> topicsAnd(const Snapshot& snapshot, std::string_view key);

} // namespace duologue
