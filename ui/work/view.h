// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/row_order.h"
#include "core/data/row_set.h"
#include "core/data/snapshot.h"
#include "core/query/query.h"

#include <memory>
#include <string>
#include <utility>

namespace duologue::ui {

/// The sort order of the table; an empty field is file order.
struct SortKey {
    std::string field;
    bool descending = false;

    bool operator==(const SortKey&) const = default;
};

/// The number of matching records with all, some or none of their messages in both languages.
struct TranslationCounts {
    std::uint64_t complete = 0;
    std::uint64_t partial = 0;
    std::uint64_t none = 0;
};

/// The sort keys of all rows for a field of texts, which take long to compute if the texts are distinct.
struct RankedTexts {
    RankedTexts(std::string ofField, SortKeys keysOfRows)
        : field(std::move(ofField)), keys(std::move(keysOfRows))
    {
    }

    std::string field;
    SortKeys keys;
};

using RankedTextsPtr = std::shared_ptr<const RankedTexts>;

/// What the table, the charts and the status line show at one moment: a snapshot, the rows that match the
/// query, and their order. Immutable, shared between threads.
struct View {
    SnapshotPtr snapshot = std::make_shared<const Snapshot>();
    Query query;
    SortKey sort;
    RowSet matched;
    RowOrder order;
    /// More rows may match: texts are still being searched.
    bool isPartial = false;
    /// All rows of the snapshot in this order, for the views of other queries; null if they were not sorted.
    std::shared_ptr<const RowOrder> allSorted;
    /// Set if all rows were sorted by a field of texts; used again for the other direction.
    RankedTextsPtr texts;
    TranslationCounts translation;
};

using ViewPtr = std::shared_ptr<const View>;

/// The view has all rows that match the query.
inline bool answers(const View& view, const Query& query)
{
    return !view.isPartial && view.query == query;
}

/// True if charts and counts over the rows that match `others` (the query or a part of it) should wait until
/// the view answers the query. The rows are shown first, and the figures may need the same rows. They do not
/// wait for a text search, which may take long.
inline bool waitsForRows(const View& view, const Query& query, const Query& others)
{
    return !answers(view, query) && (others == query || !asksTexts(query));
}

} // namespace duologue::ui
