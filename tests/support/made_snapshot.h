// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/table/snapshot.h"

#include <cstdint>

namespace duologue::test {

/// Tables as a load would leave them, without a file: `records` conversations of about eight messages, the
/// same in every run for the same seed. Every kind of field is there, each missing somewhere and many of them
/// equal: a made-up and a given id, unique texts (user), texts that digits order (folder), categories with
/// one and two names (chat_model, task), several at once (topics), a flag (finished), numbers with few values
/// (ratings, one_sided), whole ones (tokens) and any (score), intents, marks and satisfaction of messages.
SnapshotPtr madeSnapshot(std::size_t records, std::uint32_t seed);

} // namespace duologue::test
