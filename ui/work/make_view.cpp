// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/work/make_view.h"

#include "core/query/evaluate.h"
#include "core/record/field_reader.h"
#include "core/record/row_order.h"

namespace duologue::ui {

namespace {

TranslationCounts translationOf(const Snapshot& snapshot, const RowSet& rows)
{
    TranslationCounts counts;
    rows.forEach([&](Row row) {
        const Translation translation = snapshot.record(row).translation;
        ++(translation == Translation::Complete  ? counts.complete
           : translation == Translation::Partial ? counts.partial
                                                 : counts.none);
    });
    return counts;
}

/// Sorting every row is worth it where another query is likely to show many of them.
bool isWorthSortingAll(const Snapshot& snapshot, const RowSet& matched)
{
    constexpr std::size_t kFewest = 8;
    return snapshot.complete && matched.count() * kFewest >= matched.size();
}

void sortView(View& view, const View& before, const Job& job)
{
    const auto field = view.sort.field.empty() ? std::nullopt : findField(*view.snapshot, view.sort.field);
    if (!field) {
        view.order = orderOf(view.matched);
        return;
    }
    if (before.snapshot == view.snapshot && before.sort == view.sort)
        view.allSorted = before.allSorted;
    if (!view.allSorted && isWorthSortingAll(*view.snapshot, view.matched)) {
        const RowSet all(view.matched.size(), true);
        view.allSorted =
            std::make_shared<const RowOrder>(sortedBy(orderOf(all), *field, view.sort.descending, job));
    }
    view.order = view.allSorted ? orderWithin(*view.allSorted, view.matched)
                                : sortedBy(orderOf(view.matched), *field, view.sort.descending, job);
}

} // namespace

std::variant<ViewPtr, QueryMistake> makeView(SnapshotPtr snapshot, const Query& query, const SortKey& sort,
                                             const View& before, const Job& job)
{
    auto view = std::make_shared<View>();
    auto rows = evaluate(*snapshot, query, job);
    if (auto* mistake = std::get_if<QueryMistake>(&rows))
        return std::move(*mistake);
    view->matched = std::get<RowSet>(std::move(rows));
    view->query = query;
    view->sort = sort;
    view->snapshot = std::move(snapshot);
    view->translation = translationOf(*view->snapshot, view->matched);
    sortView(*view, before, job);
    return ViewPtr(std::move(view));
}

} // namespace duologue::ui
