// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job.h"
#include "core/query/language/query_mistake.h"
#include "ui/work/view.h"

#include <functional>
#include <variant>

namespace duologue::ui {

/// What a view is to show.
struct ViewRequest {
    SnapshotPtr snapshot;
    Query query;
    SortKey sort;
    /// Of the field that is sorted by; null where they are not known, or it has none.
    RankedTextsPtr texts;
};

/// Matches and sorts for the table, on a worker. What `before` has sorted already is not sorted
/// again for another query. A query that cannot be asked of this snapshot is a mistake. Where texts are
/// searched, `early` (null for none) is handed views of what is found so far, a few a second.
std::variant<ViewPtr, QueryMistake> makeView(const ViewRequest& request, const View& before, const Job& job,
                                             const std::function<void(ViewPtr)>& early);

} // namespace duologue::ui
