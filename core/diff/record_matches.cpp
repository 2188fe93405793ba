// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diff/record_matches.h"

#include "core/base/checksum.h"
#include "core/base/sort/radix_sort.h"
#include "core/diff/row_reader.h"
#include "core/diff/value_hash.h"
#include "core/record/record_texts.h"
#include "core/table/batch_columns.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <span>
#include <unordered_map>

namespace duologue {

namespace {

constexpr std::size_t kBetweenStops = 0xFFFF;

bool isStopped(std::size_t count, const Job& job)
{
    return (count & kBetweenStops) == kBetweenStops && job.stopRequested();
}

void sortKeyed(std::vector<KeyedRow>& rows)
{
    radixSort(std::span(rows), [](const KeyedRow& keyed) { return keyed.key; });
}

/// Calls visit(old rows, new rows) for each key that both lists have, with its rows in rising order. The
/// lists are in rising order of their rows.
template<typename Visit>
void forEachCommonKey(std::vector<KeyedRow> old, std::vector<KeyedRow> now, const Job& job,
                      const Visit& visit)
{
    sortKeyed(old);
    sortKeyed(now);
    const auto groupEnd = [](const std::vector<KeyedRow>& rows, std::size_t begin) {
        std::size_t end = begin;
        while (end < rows.size() && rows[end].key == rows[begin].key)
            ++end;
        return end;
    };
    std::size_t steps = 0;
    for (std::size_t i = 0, j = 0; i < old.size() && j < now.size() && !isStopped(steps, job); ++steps) {
        if (old[i].key < now[j].key) {
            ++i;
        } else if (now[j].key < old[i].key) {
            ++j;
        } else {
            const std::size_t oldEnd = groupEnd(old, i);
            const std::size_t newEnd = groupEnd(now, j);
            visit(std::span(old).subspan(i, oldEnd - i), std::span(now).subspan(j, newEnd - j));
            i = oldEnd;
            j = newEnd;
        }
    }
}

/// The own ids of the records of a snapshot.
class OwnIds {
public:
    explicit OwnIds(const Snapshot& snapshot) : m_column(snapshot.records.column("id")) {}

    /// Empty if the record has none; of a long one, what its column keeps of it, which is no other's.
    std::string_view idOf(Row row) const
    {
        if (m_column == nullptr)
            return {};
        const CategoryCode code = m_column->code(indexOf(row));
        if (code == kNoCategory)
            return {};
        return m_column->categories[indexOf(code)].shown();
    }

    /// The rows that have an id, each with its hash and that of `placeOf` the row.
    template<typename PlaceOf>
    std::vector<KeyedRow> keyed(const std::vector<Row>& rows, const PlaceOf& placeOf, const Job& job) const
    {
        constexpr std::uint64_t kMultiplier = 0x9E3779B97F4A7C15U;
        std::vector<KeyedRow> made;
        for (std::size_t i = 0; i < rows.size() && !isStopped(i, job); ++i) {
            if (const std::string_view id = idOf(rows[i]); !id.empty())
                made.push_back({checksum(id) + placeOf(rows[i]) * kMultiplier, rows[i]});
        }
        return made;
    }

private:
    const Column* m_column;
};

std::uint64_t repeatedKeys(std::vector<KeyedRow> rows)
{
    sortKeyed(rows);
    std::uint64_t repeated = 0;
    for (std::size_t i = 1; i < rows.size(); ++i) {
        const bool isSecond = rows[i].key == rows[i - 1].key && (i == 1 || rows[i - 2].key != rows[i].key);
        repeated += isSecond ? 1 : 0;
    }
    return repeated;
}

std::uint64_t textsHash(const Conversation& conversation)
{
    RunningChecksum sum;
    bool any = false;
    forEachText(conversation, [&](const RecordText& text) {
        if (text.isValue && !isLongText(text.text))
            return false;
        any = true;
        sum.add(text.text);
        // No text contains a null character as a byte of its own but where JSON has one.
        sum.add(std::string_view("\0", 1));
        return false;
    });
    return any ? sum.value() : 0;
}

std::vector<Fingerprint> fingerprintsOf(const Snapshot& snapshot, const std::vector<Row>& rows,
                                        const Job& job, std::atomic<std::uint64_t>& unread)
{
    std::vector<Fingerprint> prints(job.stopRequested() ? 0 : rows.size());
    readRowsAgain(snapshot, rows, job,
                  [&](std::size_t i, RowReader& reader, std::optional<std::string_view> bytes) {
                      if (!bytes) {
                          ++unread;
                          return;
                      }
                      const ParsedRecord parsed = reader.parse(rows[i], *bytes);
                      if (parsed.state == RecordState::Broken) {
                          prints[i].values = checksum(*bytes);
                          return;
                      }
                      prints[i].values = valueHash(parsed.root);
                      if (const Conversation* conversation = reader.conversation(rows[i], parsed))
                          prints[i].texts = textsHash(*conversation);
                  });
    return prints;
}

/// Matches records of one group, which all are equal: first those beside records that are matched, then those
/// with the same number in the same place, then those in the same place, then the rest, in order.
class EqualGroup {
public:
    EqualGroup(const Snapshot& old, const Snapshot& now, const RecordPlaces& places, RecordMatches& matches)
        : m_old(old), m_now(now), m_places(places), m_matches(matches)
    {
    }

    void match(std::span<const KeyedRow> old, std::span<const KeyedRow> now)
    {
        if (old.size() == 1 && now.size() == 1) {
            take(old.front().row, now.front().row);
            return;
        }
        matchNeighbours(old, now);
        matchBy(old, now, [&](bool isOld, Row row) {
            return std::uint64_t{placeOf(isOld, row)} << 32U | (isOld ? m_old : m_now).record(row).ordinal;
        });
        matchBy(old, now, [&](bool isOld, Row row) { return std::uint64_t{placeOf(isOld, row)}; });
        matchBy(old, now, [&](bool, Row) { return std::uint64_t{0}; });
    }

private:
    std::uint32_t placeOf(bool isOld, Row row) const
    {
        return isOld ? m_places.oldPlace(row) : m_places.newPlace(row);
    }

    /// Matches the record after a matched one with the record after its partner, and the same for the record
    /// before.
    void matchNeighbours(std::span<const KeyedRow> old, std::span<const KeyedRow> now)
    {
        const auto isInGroup = [&](std::uint64_t row) {
            const auto found =
                std::lower_bound(now.begin(), now.end(), row, [](const KeyedRow& each, std::uint64_t wanted) {
                    return indexOf(each.row) < wanted;
                });
            return found != now.end() && indexOf(found->row) == row && m_matches.isFreeNew(found->row);
        };
        const auto takeBeside = [&](Row row, Row neighbour, std::int64_t step) {
            if (!m_matches.isFreeOld(row) || m_matches.isFreeOld(neighbour))
                return;
            const auto wanted = static_cast<std::int64_t>(m_matches.partner(neighbour).row) + step;
            if (wanted >= 0 && isInGroup(static_cast<std::uint64_t>(wanted)))
                take(row, Row{static_cast<std::uint32_t>(wanted)});
        };
        for (const KeyedRow& each : old) {
            if (each.row > Row{0})
                takeBeside(each.row, each.row - 1, 1);
        }
        for (std::size_t i = old.size(); i-- > 0;) {
            if (old[i].row + 1 < m_old.endRow())
                takeBeside(old[i].row, old[i].row + 1, -1);
        }
    }

    /// Matches free records with the same key in order.
    template<typename KeyOf>
    void matchBy(std::span<const KeyedRow> old, std::span<const KeyedRow> now, const KeyOf& keyOf)
    {
        std::unordered_map<std::uint64_t, std::vector<Row>> waiting;
        for (std::size_t i = now.size(); i-- > 0;) {
            if (m_matches.isFreeNew(now[i].row))
                waiting[keyOf(false, now[i].row)].push_back(now[i].row);
        }
        for (const KeyedRow& each : old) {
            if (!m_matches.isFreeOld(each.row))
                continue;
            const auto found = waiting.find(keyOf(true, each.row));
            if (found == waiting.end() || found->second.empty())
                continue;
            take(each.row, found->second.back());
            found->second.pop_back();
        }
    }

    void take(Row old, Row now) { m_matches.match(old, now, MatchedBy::Content); }

    const Snapshot& m_old;
    const Snapshot& m_now;
    const RecordPlaces& m_places;
    RecordMatches& m_matches;
};

/// The record of each file that has only this one; the index of the file's place is the key.
template<typename PlaceOf>
std::vector<KeyedRow> loneRecords(const Snapshot& snapshot, const std::vector<Row>& rows,
                                  const PlaceOf& placeOf)
{
    std::vector<KeyedRow> lone;
    for (const Row row : rows) {
        if (snapshot.file(snapshot.record(row).file).isOneRecord)
            lone.push_back({placeOf(row), row});
    }
    return lone;
}

} // namespace

std::string_view matchedByName(MatchedBy by)
{
    constexpr std::array<std::string_view, 4> kNames{"id", "content", "text", "file"};
    return kNames.at(static_cast<std::size_t>(by));
}

RecordMatches::RecordMatches(std::uint32_t oldCount, std::uint32_t newCount)
    : m_partners(oldCount, Partner{kNone}), m_isTaken(newCount)
{
}

void RecordMatches::match(Row old, Row now, MatchedBy by, float likeness)
{
    m_partners[indexOf(old)] = {now, by, likeness};
    m_isTaken[indexOf(now)] = true;
}

std::vector<Row> RecordMatches::freeOld() const
{
    std::vector<Row> rows;
    for (std::size_t i = 0; i < m_partners.size(); ++i) {
        if (m_partners[i].row == kNone)
            rows.push_back(Row{static_cast<std::uint32_t>(i)});
    }
    return rows;
}

std::vector<Row> RecordMatches::freeNew() const
{
    std::vector<Row> rows;
    for (std::size_t i = 0; i < m_isTaken.size(); ++i) {
        if (!m_isTaken[i])
            rows.push_back(Row{static_cast<std::uint32_t>(i)});
    }
    return rows;
}

std::uint64_t matchIds(const Snapshot& old, const Snapshot& now, const RecordPlaces& places,
                       RecordMatches& matches, const Job& job)
{
    const OwnIds oldIds(old);
    const OwnIds newIds(now);
    std::uint64_t repeated = 0;
    const auto matchUnique = [&](const auto& oldPlace, const auto& newPlace) {
        auto oldRows = oldIds.keyed(matches.freeOld(), oldPlace, job);
        auto newRows = newIds.keyed(matches.freeNew(), newPlace, job);
        repeated = std::max(repeatedKeys(oldRows), repeatedKeys(newRows));
        forEachCommonKey(std::move(oldRows), std::move(newRows), job, [&](auto oldGroup, auto newGroup) {
            if (oldGroup.size() == 1 && newGroup.size() == 1 &&
                oldIds.idOf(oldGroup.front().row) == newIds.idOf(newGroup.front().row))
                matches.match(oldGroup.front().row, newGroup.front().row, MatchedBy::Id);
        });
    };
    const auto anywhere = [](Row) { return std::uint64_t{0}; };
    matchUnique(anywhere, anywhere);
    if (repeated > 0)
        matchUnique([&](Row row) { return std::uint64_t{places.oldPlace(row)} + 1; },
                    [&](Row row) { return std::uint64_t{places.newPlace(row)} + 1; });
    return repeated;
}

std::uint64_t matchContents(const Snapshot& old, const Snapshot& now, const RecordPlaces& places,
                            RecordMatches& matches, const Job& job)
{
    const std::vector<Row> oldRows = matches.freeOld();
    const std::vector<Row> newRows = matches.freeNew();
    if (oldRows.empty() || newRows.empty())
        return 0;
    std::atomic<std::uint64_t> unread = 0;
    const auto oldPrints = fingerprintsOf(old, oldRows, job, unread);
    const auto newPrints = fingerprintsOf(now, newRows, job, unread);
    if (job.stopRequested())
        return unread;
    EqualGroup group(old, now, places, matches);
    for (const auto key : {&Fingerprint::values, &Fingerprint::texts}) {
        std::vector<KeyedRow> oldKeyed;
        for (std::size_t i = 0; i < oldRows.size(); ++i) {
            if (oldPrints[i].*key != 0 && matches.isFreeOld(oldRows[i]))
                oldKeyed.push_back({oldPrints[i].*key, oldRows[i]});
        }
        std::vector<KeyedRow> newKeyed;
        for (std::size_t i = 0; i < newRows.size(); ++i) {
            if (newPrints[i].*key != 0 && matches.isFreeNew(newRows[i]))
                newKeyed.push_back({newPrints[i].*key, newRows[i]});
        }
        forEachCommonKey(std::move(oldKeyed), std::move(newKeyed), job,
                         [&](auto oldGroup, auto newGroup) { group.match(oldGroup, newGroup); });
    }
    return unread;
}

void matchFiles(const Snapshot& old, const Snapshot& now, const RecordPlaces& places, RecordMatches& matches,
                const Job& job)
{
    forEachCommonKey(loneRecords(old, matches.freeOld(), [&](Row row) { return places.oldPlace(row); }),
                     loneRecords(now, matches.freeNew(), [&](Row row) { return places.newPlace(row); }), job,
                     [&](auto oldGroup, auto newGroup) {
                         if (oldGroup.size() == 1 && newGroup.size() == 1)
                             matches.match(oldGroup.front().row, newGroup.front().row, MatchedBy::File);
                     });
}

} // namespace duologue
