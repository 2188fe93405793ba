// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job.h"
#include "core/query/language/query.h"
#include "core/table/row_set.h"
#include "core/table/snapshot.h"

namespace duologue {

/// The rows among `candidates` for which a term about a field holds (any but Text and Pattern). Reads only
/// columns, a run of rows at a time, on all cores. A field that does not exist is missing in every row. The
/// term must pass checkQuery(). Incomplete if the job was stopped, which it checks every 32 k rows.
RowSet columnRows(const Snapshot& snapshot, const QueryTerm& term, const RowSet& candidates, const Job& job);

} // namespace duologue
