// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job.h"
#include "core/query/language/query.h"
#include "core/query/pattern/pattern_budget.h"
#include "core/query/search/text_search.h"
#include "core/table/row_set.h"
#include "core/table/snapshot.h"

namespace duologue {

/// The rows among `candidates` for which a condition on messages holds (a query of the kind Messages that
/// checkQuery() passes). Columns first, a run of rows at a time, on all cores; texts are read only of rows
/// that columns leave open. Incomplete when the job was asked to stop.
FoundRows messageRows(const Snapshot& snapshot, const Query& query, const RowSet& candidates,
                      PatternBudget& budget, const Job& job);

} // namespace duologue
