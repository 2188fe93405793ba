// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/table/decoded_record.h"
#include "core/table/snapshot.h"

#include <string>

namespace duologue::test {

/// What the table says of a record and the record itself does not, or the other way round: messages, their
/// annotations, ratings, fields, problems. Empty where the two agree.
std::string disagreement(const Snapshot& snapshot, const DecodedRecord& record);

} // namespace duologue::test
