// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/snapshot.h"
#include "core/load/record_reader.h"

#include <string>

namespace duologue::test {

/// Differences between a record and its row in the table: messages, annotations, ratings, fields, problems.
/// Empty if the two agree.
std::string disagreement(const Snapshot& snapshot, const DecodedRecord& record);

} // namespace duologue::test
