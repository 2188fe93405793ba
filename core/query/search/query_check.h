// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job.h"
#include "core/query/language/query_parser.h"
#include "core/table/snapshot.h"

#include <optional>

namespace duologue {

/// Why the query cannot be evaluated for this dataset: an unknown field, an invalid pattern, or a value that
/// the field cannot have. None if the query is valid.
std::optional<QueryMistake> checkQuery(const Snapshot& snapshot, const Query& query);

/// Replaces the field names in a query by the keys that filters, charts and facets use. A name may be the
/// title of a column, or one of several names that share a key. Unknown names stay.
Query withFieldKeys(const Snapshot& snapshot, Query query);

/// A likely reason why a valid query finds nothing, if there is one: the first value that no record has,
/// with a similar one that exists; or an intent and a mark of the same message, although intents belong to
/// questions and marks to answers. Skips fields with more than 5,000 values. May read all messages: call it
/// on a worker.
std::optional<QueryMistake> likelyMistake(const Snapshot& snapshot, const Query& query, const Job& job);

/// The first regular expression of a query for which boundsOtherWords() is true; null if there is none.
const QueryTerm* patternWithOtherWords(const Query& query);

} // namespace duologue
