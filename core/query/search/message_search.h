// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job.h"
#include "core/query/language/query.h"
#include "core/query/search/text_search.h"
#include "core/table/row_set.h"
#include "core/table/snapshot.h"

namespace duologue {

/// The rows among `candidates` for which a condition on messages holds: a query of the kind Messages that
/// passes checkQuery(). Evaluates columns first, a run of rows at a time, on all cores, and reads texts only
/// of rows that columns leave open. Incomplete if the job was stopped.
FoundRows messageRows(const Snapshot& snapshot, const Query& query, const RowSet& candidates, const Job& job);

} // namespace duologue
