// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/work/make_view.h"

#include "core/data/field_reader.h"
#include "core/data/row_order.h"
#include "core/query/evaluate.h"

#include <algorithm>
#include <chrono>

namespace duologue::ui {

namespace {

TranslationCounts translationOf(const Snapshot& snapshot, const RowSet& rows)
{
    TranslationCounts counts;
    rows.forEach([&](Row row) {
        const Translation translation = snapshot.record(row).translation();
        ++(translation == Translation::Complete  ? counts.complete
           : translation == Translation::Partial ? counts.partial
                                                 : counts.none);
    });
    return counts;
}

/// Sorting all rows pays off if other queries are likely to show many of them.
bool isWorthSortingAll(const Snapshot& snapshot, const RowSet& matched)
{
    constexpr std::size_t kFewest = 8;
    return snapshot.complete && matched.count() * kFewest >= matched.size();
}

void sortAll(View& view, const FieldReader& field, const Job& job)
{
    const RowOrder all = orderOf(RowSet(view.matched.size(), true));
    if (field.info().kind != FieldKind::Text) {
        view.allSorted = std::make_shared<const RowOrder>(sortedBy(all, field, view.sort.descending, job));
        return;
    }
    if (!view.texts)
        view.texts = std::make_shared<const RankedTexts>(view.sort.field, SortKeys(all, field, job));
    if (!job.stopRequested())
        view.allSorted =
            std::make_shared<const RowOrder>(sortedBy(all, view.texts->keys, view.sort.descending));
}

void sortView(View& view, const View& before, const Job& job)
{
    if (before.snapshot == view.snapshot && before.sort == view.sort)
        view.allSorted = before.allSorted;
    const auto field = view.sort.field.empty() ? std::nullopt : findField(*view.snapshot, view.sort.field);
    if (!field) {
        view.order = orderOf(view.matched);
        return;
    }
    if (!view.allSorted && isWorthSortingAll(*view.snapshot, view.matched))
        sortAll(view, *field, job);
    view.order = view.allSorted ? orderWithin(*view.allSorted, view.matched)
                                : sortedBy(orderOf(view.matched), *field, view.sort.descending, job);
}

/// True if the matching rows of the previous view are still valid.
bool isOtherOrder(const ViewRequest& request, const View& before)
{
    return before.snapshot == request.snapshot && answers(before, request.query);
}

std::shared_ptr<View> viewOf(const ViewRequest& request, const View& before, RowSet matched, const Job& job)
{
    auto view = std::make_shared<View>();
    view->matched = std::move(matched);
    view->query = request.query;
    view->sort = request.sort;
    view->texts = request.texts;
    view->snapshot = request.snapshot;
    view->translation =
        isOtherOrder(request, before) ? before.translation : translationOf(*view->snapshot, view->matched);
    sortView(*view, before, job);
    return view;
}

/// Decides when a search shows what it has found: at once for the first time, then with pauses, so that most
/// of the time is left for the search.
class EarlyViews {
public:
    using Clock = std::chrono::steady_clock;

    /// True if it is time for an early view. Call taken() afterwards.
    bool isTime() const { return Clock::now() >= m_next; }
    void taken(Clock::time_point begin)
    {
        constexpr int kShare = 4;
        const Clock::time_point end = Clock::now();
        m_next = end + std::max<Clock::duration>(kPause, (end - begin) * kShare);
    }

private:
    static constexpr std::chrono::milliseconds kPause{150};

    Clock::time_point m_next = Clock::time_point::min();
};

} // namespace

std::variant<ViewPtr, QueryMistake> makeView(const ViewRequest& request, const View& before, const Job& job,
                                             const std::function<void(ViewPtr)>& early)
{
    // The same rows in another order need no search.
    if (isOtherOrder(request, before))
        return ViewPtr(viewOf(request, before, before.matched, job));
    EarlyViews times;
    auto rows = evaluate(*request.snapshot, request.query, job, [&](const RowSet& found) {
        if (!early || !times.isTime())
            return;
        const auto begin = EarlyViews::Clock::now();
        const auto view = viewOf(request, before, found, job);
        view->isPartial = true;
        early(view);
        times.taken(begin);
    });
    if (auto* mistake = std::get_if<QueryMistake>(&rows))
        return std::move(*mistake);
    return ViewPtr(viewOf(request, before, std::get<RowSet>(std::move(rows)), job));
}

} // namespace duologue::ui
