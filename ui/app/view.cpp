// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/app/view.h"
#include "core/data/field_reader.h"
#include "core/data/row_order.h"
#include "core/query/evaluate.h"

#include <algorithm>
#include <chrono>
#include <utility>

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

Expected<ViewPtr, QueryMistake> makeView(const ViewRequest& request, const View& before, const Job& job,
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
    if (auto* mistake = rows.error())
        return std::move(*mistake);
    return ViewPtr(viewOf(request, before, std::move(rows).value(), job));
}

namespace {

/// The maximum number of keys of all fields together; a key has eight bytes.
constexpr std::size_t kMostKeys = std::size_t{16} << 20U;

/// Null if the job was stopped.
RankedTextsPtr rankedTexts(const Snapshot& snapshot, const std::string& field, const Job& job)
{
    const auto reader = findField(snapshot, field);
    if (!reader)
        return nullptr;
    const RowOrder all = orderOf(RowSet(snapshot.recordCount(), true));
    auto ranks = std::make_shared<const RankedTexts>(field, SortKeys(all, *reader, job));
    return job.stopRequested() ? nullptr : ranks;
}

} // namespace

TextRanks::TextRanks(std::uint32_t fewestRows) : m_fewestRows(fewestRows)
{
    // A new view is still being painted and its charts are being computed.
    constexpr int kIdleMs = 300;
    m_idle.setSingleShot(true);
    m_idle.setInterval(kIdleMs);
    m_idle.callOnTimeout([this] { makeNext(); });
}

RankedTextsPtr TextRanks::of(const SnapshotPtr& snapshot, std::string_view field) const
{
    const auto known = std::find_if(m_ranks.begin(), m_ranks.end(),
                                    [field](const RankedTextsPtr& ranks) { return ranks->field == field; });
    return snapshot == m_snapshot && known != m_ranks.end() ? *known : nullptr;
}

void TextRanks::keep(const SnapshotPtr& snapshot, RankedTextsPtr ranks)
{
    changeTo(snapshot);
    if (ranks && !of(snapshot, ranks->field))
        m_ranks.push_back(std::move(ranks));
}

void TextRanks::precompute(const SnapshotPtr& snapshot)
{
    changeTo(snapshot);
    if (!m_task.isRunning())
        m_idle.start();
}

void TextRanks::pause()
{
    m_idle.stop();
    m_task.cancel();
}

void TextRanks::changeTo(const SnapshotPtr& snapshot)
{
    if (snapshot == m_snapshot)
        return;
    pause();
    m_ranks.clear();
    m_snapshot = snapshot;
}

void TextRanks::makeNext()
{
    const std::size_t rows = m_snapshot->recordCount();
    if (rows < m_fewestRows || !m_snapshot->complete || (m_ranks.size() + 1) * rows > kMostKeys)
        return;
    for (const FieldReader& field : allFields(*m_snapshot)) {
        if (field.info().kind != FieldKind::Text || field.info().ofMessages ||
            of(m_snapshot, field.info().key))
            continue;
        m_task.run([snapshot = m_snapshot,
                    key = field.info().key](const Job& job) { return rankedTexts(*snapshot, key, job); },
                   [this](RankedTextsPtr ranks) {
                       if (!ranks)
                           return;
                       m_ranks.push_back(std::move(ranks));
                       makeNext();
                   },
                   // Without memory for this field there is none for the others. No error: nobody requested
                   // them.
                   [](const TaskFailure&) {});
        return;
    }
}

namespace {

Query termQuery(TermKind kind, std::string_view field, std::string_view value)
{
    QueryTerm term;
    term.kind = kind;
    term.field = field;
    term.value = value;
    return Query::of(std::move(term));
}

Query around(QueryKind kind, Query part)
{
    Query made;
    made.kind = kind;
    made.parts.push_back(std::move(part));
    return made;
}

} // namespace

Query equalsQuery(std::string_view field, std::string_view value)
{
    return termQuery(TermKind::Equals, field, value);
}

Query hasQuery(std::string_view field)
{
    return termQuery(TermKind::Has, field, {});
}

Query notQuery(Query part)
{
    return around(QueryKind::Not, std::move(part));
}

Query messageQuery(Query condition)
{
    return around(QueryKind::Messages, std::move(condition));
}

std::optional<Row> stepRow(const View& view, std::span<const Row> read, int by,
                           std::optional<std::size_t> left)
{
    const RowOrder& order = view.order;
    if (order.empty())
        return std::nullopt;
    if (left) {
        const std::size_t index = *left + (by > 0 ? 0 : std::size_t{0} - 1);
        return index < order.size() ? std::optional(order[index]) : std::nullopt;
    }
    auto found = order.end();
    for (std::size_t i = read.size(); i-- > 0 && found == order.end();)
        found = std::find(order.begin(), order.end(), read[i]);
    if (found == order.end())
        return by > 0 ? order.front() : order.back();
    const auto index = (found - order.begin()) + by;
    if (index < 0 || index >= static_cast<std::ptrdiff_t>(order.size()))
        return std::nullopt;
    return order[static_cast<std::size_t>(index)];
}

namespace {

/// The first marked message of a row, or the last one; -1 for none.
int markedMessage(const Snapshot& snapshot, Row row, bool isLast)
{
    if (row >= snapshot.endRow())
        return -1;
    const auto [begin, end] = snapshot.messageRange(row);
    const auto count = static_cast<int>(end - begin);
    for (int i = 0; i < count; ++i) {
        const int message = isLast ? count - 1 - i : i;
        if (snapshot.messages.mark(begin + static_cast<std::uint32_t>(message)) == Mark::Yes)
            return message;
    }
    return -1;
}

} // namespace

std::optional<MarkedRow> nextMarkedRow(const View& view, std::optional<Row> current, int by, const Job& job)
{
    constexpr std::size_t kRowsBetweenStops = 16384;
    const RowOrder& order = view.order;
    const std::size_t size = order.size();
    const auto found = current ? std::find(order.begin(), order.end(), *current) : order.end();
    const bool isListed = found != order.end();
    // Where no row is current, before the first one, or after the last one.
    const std::size_t from = isListed ? static_cast<std::size_t>(found - order.begin())
                             : by > 0 ? size - 1
                                      : 0;
    for (std::size_t step = 1; step <= size; ++step) {
        if (step % kRowsBetweenStops == 0 && job.stopRequested())
            return std::nullopt;
        const std::size_t at = by > 0 ? (from + step) % size : (from + size - step) % size;
        const int message = markedMessage(*view.snapshot, order[at], by < 0);
        if (message >= 0)
            return MarkedRow{order[at], at + 1, message, isListed && (by > 0 ? at <= from : at >= from)};
    }
    return std::nullopt;
}

} // namespace duologue::ui
