// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/row_order.h"
#include "core/data/row_set.h"
#include "core/data/snapshot.h"
#include "core/query/query.h"
#include "core/util/expected.h"
#include "core/util/parallel.h"
#include "ui/app/tasks.h"

#include <QTimer>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

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

/// What clicks make conditions of: a field has this value, or any; the opposite of a condition, and one that
/// some message satisfies.
Query equalsQuery(std::string_view field, std::string_view value);
Query hasQuery(std::string_view field);
Query notQuery(Query part);
Query messageQuery(Query condition);

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
Expected<ViewPtr, QueryMistake> makeView(const ViewRequest& request, const View& before, const Job& job,
                                         const std::function<void(ViewPtr)>& early);

/// The precomputed sort order of text fields: of fields that were sorted by, and, computed while the program
/// is idle, of all others. Only for large datasets, and within a limit of memory. GUI thread; a worker
/// computes.
class TextRanks {
public:
    /// Smaller datasets are sorted fast enough without it.
    static constexpr std::uint32_t kFewestRows = 100'000;

    explicit TextRanks(std::uint32_t fewestRows = kFewestRows);

    /// Clears the orders of another dataset.
    void changeTo(const SnapshotPtr& snapshot);
    /// Null if it is not known.
    RankedTextsPtr of(const SnapshotPtr& snapshot, std::string_view field) const;
    /// Keeps the order of a view; null is ignored.
    void keep(const SnapshotPtr& snapshot, RankedTextsPtr ranks);
    /// Starts, after a short time, to compute the missing orders; stops computing for another dataset.
    void precompute(const SnapshotPtr& snapshot);
    /// Stops computing, because the cores are needed for a request of the user.
    void pause();

private:
    void makeNext();

    std::uint32_t m_fewestRows;
    SnapshotPtr m_snapshot;
    std::vector<RankedTextsPtr> m_ranks;
    QTimer m_idle;
    LatestTask<RankedTextsPtr> m_task;
};

/// The row `by` steps further in the order of the view; empty beyond its ends. `read` are the rows that were
/// current, the present one last: the step starts from the last of them that is in the view, or else before
/// the first row (after the last one if `by` is negative). With `left`, from that position
/// (Workspace::leftPosition()).
std::optional<Row> stepRow(const View& view, std::span<const Row> read, int by,
                           std::optional<std::size_t> left = std::nullopt);

/// A conversation with a message that is marked as a hallucination.
struct MarkedRow {
    Row row{};
    /// Its place in the order of the view, from 1 on.
    std::size_t position = 0;
    /// The first such message, or the last one when going back.
    int message = 0;
    /// The end of the list was passed.
    bool isWrapped = false;
};

/// The first such row after the current one, or before it if `by` is negative, in the order of the view and
/// wrapping around; may be the current row. For a worker: may look at every message.
std::optional<MarkedRow> nextMarkedRow(const View& view, std::optional<Row> current, int by, const Job& job);

} // namespace duologue::ui
