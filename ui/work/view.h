// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/query/language/query.h"
#include "core/table/row_set.h"
#include "core/table/snapshot.h"
#include "core/table/sort_keys.h"

#include <memory>
#include <string>
#include <utility>

namespace duologue::ui {

/// How the table is sorted; an empty key is file order.
struct SortKey {
    std::string field;
    bool descending = false;

    bool operator==(const SortKey&) const = default;
};

/// How many of the matched records have all, some or none of their messages in both languages.
struct TranslationCounts {
    std::uint64_t complete = 0;
    std::uint64_t partial = 0;
    std::uint64_t none = 0;
};

/// Where the texts of a field stand among those of all rows: what takes time where each is another.
struct RankedTexts {
    RankedTexts(std::string ofField, SortKeys keysOfRows)
        : field(std::move(ofField)), keys(std::move(keysOfRows))
    {
    }

    std::string field;
    SortKeys keys;
};

using RankedTextsPtr = std::shared_ptr<const RankedTexts>;

/// What the table, the charts and the status line show at one moment: a snapshot, the rows that the query
/// keeps, and their order. Immutable, shared between threads.
struct View {
    SnapshotPtr snapshot = std::make_shared<const Snapshot>();
    Query query;
    SortKey sort;
    RowSet matched;
    RowOrder order;
    /// More rows may match: texts are still being searched.
    bool isPartial = false;
    /// All rows of the snapshot in that order, for the views of other queries; null where nobody sorted them.
    std::shared_ptr<const RowOrder> allSorted;
    /// Where all rows were sorted by a field of texts: for the other direction, and for when it is asked for
    /// again.
    RankedTextsPtr texts;
    TranslationCounts translation;
};

using ViewPtr = std::shared_ptr<const View>;

/// It shows all that the query keeps.
inline bool answers(const View& view, const Query& query)
{
    return !view.isPartial && view.query == query;
}

/// Figures over what `others` keeps, which is the query or a part of it, wait until the view answers the
/// query: its rows come first, and may be those that the figures are over. Not while texts are searched: that
/// may take long, and figures that need no texts are there at once.
inline bool waitsForRows(const View& view, const Query& query, const Query& others)
{
    return !answers(view, query) && (others == query || !asksTexts(query));
}

} // namespace duologue::ui
