// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job.h"
#include "core/stats/inference/interval.h"
#include "core/stats/tally/number_summary.h"
#include "core/table/field_reader.h"
#include "core/table/snapshot.h"

namespace duologue {

/// The scale of a rating: the levels that a message can have, else the values of the whole dataset, rounded
/// to a scale that people use: from 0 or 1 to the highest value. All values of the dataset lie on it. Unknown
/// for fields that are no rating. May read every row.
ValueScale scaleOf(const Snapshot& snapshot, const FieldReader& field, const Job& job);

/// The same of a rating of records, from a summary of all of its values.
ValueScale scaleOf(const NumberSummary& all);

} // namespace duologue
