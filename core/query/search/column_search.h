// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job.h"
#include "core/query/language/query.h"
#include "core/table/row_set.h"
#include "core/table/snapshot.h"

namespace duologue {

/// The rows among `candidates` for which a term that asks a field holds (any but Text and Pattern). Reads
/// columns alone, a run of rows at a time, on all cores. A field that is not there is missing everywhere.
/// Incomplete when the job was asked to stop, which is looked at every 32 k rows. The term is one that
/// checkQuery() passes.
RowSet columnRows(const Snapshot& snapshot, const QueryTerm& term, const RowSet& candidates, const Job& job);

} // namespace duologue
