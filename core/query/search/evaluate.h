// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job.h"
#include "core/query/pattern/pattern_budget.h"
#include "core/query/search/query_check.h"
#include "core/table/row_set.h"
#include "core/table/snapshot.h"

#include <chrono>
#include <functional>
#include <variant>

namespace duologue {

/// What to say of records that cannot be read any more (FoundRows::unread): there is at least one.
QueryMistake notRead(const Snapshot& snapshot, const RowSet& unread);

/// Says that what stands in `term` was given up in so many records.
QueryMistake gaveUpIn(const Snapshot& snapshot, const std::string& term, std::uint64_t records,
                      const UndecidedRecord& first);

/// The rows of the snapshot for which the query holds: columns first, texts last and only of rows that are
/// still in question, on all cores. A mistake (unknown field, bad pattern) names its place in the query's
/// text. So does a pattern that could not be decided for some record, because it takes longer than
/// `timePerRecord` or too much memory. Incomplete when the job was asked to stop. Reads files for text terms:
/// call it on a worker.
std::variant<RowSet, QueryMistake>
evaluate(const Snapshot& snapshot, const Query& query, const Job& job,
         std::chrono::milliseconds timePerRecord = PatternBudget::kTimePerRecord);

/// Hears which rows are kept so far: each time all those of the time before and none before the last of them.
using RowsFound = std::function<void(const RowSet&)>;

/// The same for who shows rows as they match: where texts are asked for, the rows that columns leave are
/// looked through in their order, piece by piece, and `early` is called on this thread after each piece in
/// which some are kept.
std::variant<RowSet, QueryMistake> evaluate(const Snapshot& snapshot, const Query& query, const Job& job,
                                            const RowsFound& early);

} // namespace duologue
