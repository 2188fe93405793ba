// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job.h"
#include "core/query/language/query_parser.h"
#include "core/table/snapshot.h"

#include <optional>

namespace duologue {

/// What keeps a query from being asked of these records: an unknown field, a pattern that is wrong, a value
/// that its field cannot have.
std::optional<QueryMistake> checkQuery(const Snapshot& snapshot, const Query& query);

/// The query with the keys of the columns that its names find: a title or a name of which there are two
/// becomes the key by which filters, charts and facets know the column. Unknown names stay.
Query withFieldKeys(const Snapshot& snapshot, Query query);

/// Why a query without mistakes finds nothing, where that can be told: the first category asked for that no
/// record has, and the one that it looks like; or an intent and a mark of the same message, where intents are
/// of questions and marks of answers. Compares with every value of a field where it has 2,000 at most. May
/// look at all messages: call it on a worker.
std::optional<QueryMistake> likelyMistake(const Snapshot& snapshot, const Query& query, const Job& job);

} // namespace duologue
