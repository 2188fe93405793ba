// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/snapshot.h"

#include <cstdint>

namespace duologue::test {

/// Tables like those of a loaded dataset, without files: `records` conversations of about eight messages,
/// the same in every run for the same seed. They have every kind of field, with missing and equal values:
/// generated and given ids, unique texts (user), texts ordered by numbers in them (folder), categories with
/// one and two names (chat_model, task), several at once (topics), a flag (finished), numbers with few
/// values (ratings, one_sided), whole ones (tokens) and any (score), intents, marks and satisfaction of
/// messages.
SnapshotPtr madeSnapshot(std::size_t records, std::uint32_t seed);

} // namespace duologue::test
