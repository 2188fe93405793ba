// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/row_set.h"
#include "core/data/snapshot.h"
#include "core/query/query_parser.h"
#include "core/util/expected.h"
#include "core/util/parallel.h"

#include <functional>
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

/// The mistake to show for records that can no longer be read (FoundRows::unread). There must be one.
QueryMistake notReadMistake(const Snapshot& snapshot, const RowSet& unread);

/// The rows for which the query holds. Evaluates columns first and texts last, only for rows that are still
/// undecided, on all cores. Returns a mistake, with its position in the query's text, for an unknown field
/// or a bad pattern. Incomplete if the job was stopped. Reads files for text terms: call it on a worker.
Expected<RowSet, QueryMistake> evaluate(const Snapshot& snapshot, const Query& query, const Job& job);

/// Receives all rows found so far. New ones come after those of the previous call.
using RowsFound = std::function<void(const RowSet&)>;

/// The same, for showing rows while they are found. If the query reads texts, the rows left by columns are
/// searched in their order, piece by piece. Calls `early` on this thread after each piece in which rows are
/// found, except the last.
Expected<RowSet, QueryMistake> evaluate(const Snapshot& snapshot, const Query& query, const Job& job,
                                        const RowsFound& early);

} // namespace duologue
