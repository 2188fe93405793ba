// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job.h"
#include "core/query/search/query_check.h"
#include "core/table/row_set.h"
#include "core/table/snapshot.h"

#include <functional>
#include <variant>

namespace duologue {

/// The mistake to show for records that can no longer be read (FoundRows::unread). There must be one.
QueryMistake notReadMistake(const Snapshot& snapshot, const RowSet& unread);

/// The rows for which the query holds. Evaluates columns first and texts last, only for rows that are still
/// undecided, on all cores. Returns a mistake, with its position in the query's text, for an unknown field
/// or a bad pattern. Incomplete if the job was stopped. Reads files for text terms: call it on a worker.
std::variant<RowSet, QueryMistake> evaluate(const Snapshot& snapshot, const Query& query, const Job& job);

/// Receives all rows found so far. New ones come after those of the previous call.
using RowsFound = std::function<void(const RowSet&)>;

/// The same, for showing rows while they are found. If the query reads texts, the rows left by columns are
/// searched in their order, piece by piece. Calls `early` on this thread after each piece in which rows are
/// found, except the last.
std::variant<RowSet, QueryMistake> evaluate(const Snapshot& snapshot, const Query& query, const Job& job,
                                            const RowsFound& early);

} // namespace duologue
