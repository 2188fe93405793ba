// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job.h"
#include "core/query/language/query_parser.h"
#include "core/table/snapshot.h"

#include <optional>

namespace duologue {

/// Why the query cannot be evaluated for this dataset: an unknown field, a bad pattern, or a value that the
/// field cannot have. Empty if it can.
std::optional<QueryMistake> checkQuery(const Snapshot& snapshot, const Query& query);

/// The query with the keys of the columns that its field names find: a column's title, or one of two names
/// that share a key, becomes the key that filters, charts and facets use. Unknown names stay.
Query withFieldKeys(const Snapshot& snapshot, Query query);

/// A likely reason why a valid query finds nothing, if there is one: the first value that no record has,
/// with a similar one that exists; or an intent and a mark of the same message, although intents belong to
/// questions and marks to answers. Skips fields with more than 5,000 values. May read all messages: call it
/// on a worker.
std::optional<QueryMistake> likelyMistake(const Snapshot& snapshot, const Query& query, const Job& job);

} // namespace duologue
