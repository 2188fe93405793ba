// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job.h"
#include "core/query/query_check.h"
#include "core/record/row_set.h"
#include "core/record/snapshot.h"

#include <functional>
#include <variant>

namespace duologue {

/// The rows of the snapshot for which the query holds: columns first, texts last and only of rows that are
/// still in question, on all cores. A mistake (unknown field, bad pattern) names its place in the query's
/// text. Incomplete when the job was asked to stop. Reads files for text terms: call it on a worker.
std::variant<RowSet, QueryMistake> evaluate(const Snapshot& snapshot, const Query& query, const Job& job);

/// Hears which rows are kept so far: each time all those of the time before and none before the last of them.
using RowsFound = std::function<void(const RowSet&)>;

/// The same for who shows rows as they match: where texts are asked for, the rows that columns leave are
/// looked through in their order, piece by piece, and `early` is called on this thread after each piece in
/// which some are kept.
std::variant<RowSet, QueryMistake> evaluate(const Snapshot& snapshot, const Query& query, const Job& job,
                                            const RowsFound& early);

} // namespace duologue
