// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job.h"
#include "core/query/query_mistake.h"
#include "ui/work/view.h"

#include <variant>

namespace duologue::ui {

/// Matches and sorts for the table, on a worker. What `before` has sorted already is not sorted
/// again for another query. A query that cannot be asked of this snapshot is a mistake.
std::variant<ViewPtr, QueryMistake> makeView(SnapshotPtr snapshot, const Query& query, const SortKey& sort,
                                             const View& before, const Job& job);

} // namespace duologue::ui
