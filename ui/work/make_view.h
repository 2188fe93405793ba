// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/query/query.h"
#include "core/util/parallel.h"
#include "ui/work/view.h"

#include <functional>
#include <variant>

namespace duologue::ui {

/// The request for a view.
struct ViewRequest {
    SnapshotPtr snapshot;
    Query query;
    SortKey sort;
    /// The sort keys of the sort field; null if they are unknown or it has none.
    RankedTextsPtr texts;
};

/// Computes matches and their order; for a worker. A sort order of `before` is used again for another query.
/// A query that is not valid for this snapshot is a mistake. During a text search, `early` (may be null) gets
/// views of what has been found, a few per second.
std::variant<ViewPtr, QueryMistake> makeView(const ViewRequest& request, const View& before, const Job& job,
                                             const std::function<void(ViewPtr)>& early);

} // namespace duologue::ui
