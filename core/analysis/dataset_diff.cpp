// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/dataset_diff.h"

#include "core/analysis/value_diff.h"
#include "core/data/batch_columns.h"
#include "core/data/record_texts.h"
#include "core/data/snapshot.h"
#include "core/io/unpacked_file.h"
#include "core/load/record_reader.h"
#include "core/util/checksum.h"
#include "core/util/parallel.h"
#include "core/util/sort.h"
#include "core/util/text.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <mutex>
#include <span>
#include <string_view>
#include <unordered_map>

namespace duologue {

/// Records whose texts are less alike than this (likenessOf()) are not taken for one: half of the word pairs.
inline constexpr double kLeastLikeness = 0.5;

/// Matches free records by the likeness of their texts, the most alike first; of equally alike ones, those
/// with the same number in the same place, then the first ones. Not all pairs are compared, only records that
/// have a word pair in common that few records have, and those with the same number in the same place. Takes
/// about 200 bytes of memory for each free record.
void matchNearestTexts(const Snapshot& old, const Snapshot& now, const RecordPlaces& places,
                       RecordMatches& matches, const Job& job);

namespace {

/// The user opened this file itself, and it has no members.
bool isOpenedAlone(const SourceFile& file)
{
    return file.packed ? file.packed->namedByUser && file.shownPath.find('/') == std::string::npos
                       : file.namedByUser;
}

/// The path below what was opened; empty for a file that was opened itself. A packed file that was opened is
/// like a folder.
std::string pathBelowRoot(const SourceFile& file)
{
    if (isOpenedAlone(file))
        return {};
    if (!file.packed || !file.packed->namedByUser)
        return file.shownPath;
    const std::size_t slash = file.shownPath.find('/');
    return file.shownPath.substr(slash + 1);
}

bool isSingleFile(const Snapshot& snapshot)
{
    return snapshot.files.size() == 1 && isOpenedAlone(snapshot.files[0]);
}

} // namespace

RecordPlaces::RecordPlaces(const Snapshot& old, const Snapshot& now)
    : m_old(old),
      m_now(now),
      m_oldFiles(placesOfFiles(old)),
      m_newFiles(placesOfFiles(now)),
      m_areComparable(isSingleFile(old) == isSingleFile(now))
{
}

RecordPlaces::FilePlaces RecordPlaces::placesOfFiles(const Snapshot& snapshot)
{
    FilePlaces places(snapshot.files.size());
    for (std::size_t i = 0; i < places.size(); ++i) {
        const SourceFile& file = snapshot.files[i];
        const std::string path = pathBelowRoot(file);
        if (file.origin.lists.size() < 2)
            places[i].push_back(number(path, {}));
        else
            for (const RecordList& list : file.origin.lists)
                places[i].push_back(number(path, list.name));
    }
    return places;
}

std::uint32_t RecordPlaces::number(const std::string& path, const std::string& list)
{
    // No path contains a null character.
    std::string key = path;
    key.append(1, '\0').append(list);
    return m_numbers.try_emplace(std::move(key), static_cast<std::uint32_t>(m_numbers.size())).first->second;
}

std::uint32_t RecordPlaces::placeOf(const Snapshot& snapshot, const FilePlaces& places, Row row)
{
    const RecordEntry& entry = snapshot.record(row);
    const auto& ofFile = places[indexOf(entry.file)];
    if (ofFile.size() == 1)
        return ofFile.front();
    const auto& lists = snapshot.file(entry.file).origin.lists;
    std::size_t list = 0;
    while (list + 1 < lists.size() && lists[list].end <= entry.offset)
        ++list;
    return ofFile[list];
}

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

/// As much of records as comparing them needs.
constexpr Reread kValuesAndTexts{.measuring = Measuring::Nothing, .keeping = Keeping::ColumnsAndTexts};

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
    forEachRecord(snapshot, rows, kValuesAndTexts, job, [&](std::size_t i, RecordReader& record) {
        if (!record.bytes()) {
            ++unread;
            return;
        }
        if (record.parsed().state == RecordState::Broken) {
            prints[i].values = checksum(*record.bytes());
            return;
        }
        prints[i].values = valueHash(record.parsed().root);
        if (const Conversation* const conversation = record.conversation())
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

namespace {

constexpr std::size_t kSketchSize = 16;
/// So many records tell which word pairs are frequent.
constexpr std::size_t kSampled = 16'384;
/// A word pair is frequent if more sampled records have it than this, and more than one in kFrequentShare.
constexpr std::size_t kFewRecords = 8;
constexpr std::size_t kFrequentShare = 64;
/// A power of two; counters are found by hash.
constexpr std::size_t kCounters = std::size_t{1} << 22U;
/// Old records with one hash, beyond which it tells nothing.
constexpr std::size_t kMostWithHash = 64;
constexpr std::size_t kMostCandidates = 3;

// Candidates are found by sketches: of the word pairs of a record, those with the smallest hashes (A. Z.
// Broder, "On the resemblance and containment of documents", 1997). Two records share a part of their
// sketches if they share a part of their word pairs. Pairs that many records have (the words of a prompt that
// opens all conversations) are left out of the sketches, because they tell nothing about which record it is.

/// The smallest hashes, in rising order; fewer for short texts.
struct Sketch {
    std::array<std::uint32_t, kSketchSize> hashes{};
    std::uint32_t size = 0;
};

/// Two records that may be one, by their indices among the free rows.
struct CandidatePair {
    std::uint32_t old = 0;
    std::uint32_t now = 0;
    float likeness = 0;
    bool isSamePlace = false;
};

/// Counts in how many sampled records a word pair is. Records whose hashes share a counter count together.
class FrequentPairs {
public:
    FrequentPairs() : m_counts(kCounters) {}

    void sample(const Snapshot& snapshot, const std::vector<Row>& rows, const Job& job)
    {
        const std::size_t step = std::max<std::size_t>(1, rows.size() / (kSampled / 2));
        std::vector<Row> sampled;
        for (std::size_t i = 0; i < rows.size(); i += step)
            sampled.push_back(rows[i]);
        m_records += sampled.size();
        forEachRecord(snapshot, sampled, kValuesAndTexts, job, [&](std::size_t, RecordReader& record) {
            WordPairs pairs;
            if (addTextsOf(record, pairs)) {
                pairs.finish();
                count(pairs);
            }
        });
    }

    bool isFrequent(std::uint64_t hash) const
    {
        const std::size_t most = std::max(kFewRecords, m_records / kFrequentShare);
        return m_counts[hash % kCounters].load(std::memory_order_relaxed) > most;
    }

    /// False if the record has no texts that can be read.
    static bool addTextsOf(RecordReader& record, WordPairs& pairs)
    {
        pairs.clear();
        const Conversation* const conversation = record.conversation();
        if (conversation == nullptr)
            return false;
        pairs.addTexts(*conversation);
        return !pairs.hashes().empty();
    }

private:
    void count(const WordPairs& pairs)
    {
        std::uint64_t before = 0;
        for (const std::uint64_t hash : pairs.hashes()) {
            if (hash != before)
                m_counts[hash % kCounters].fetch_add(1, std::memory_order_relaxed);
            before = hash;
        }
    }

    std::vector<std::atomic<std::uint32_t>> m_counts;
    std::size_t m_records = 0;
};

/// Faster than sorting all hashes: after the first ones, few are smaller than the largest one that is kept.
Sketch sketchOf(const WordPairs& pairs, const FrequentPairs& frequent)
{
    std::array<std::uint64_t, kSketchSize> smallest{};
    std::size_t size = 0;
    for (const std::uint64_t hash : pairs.hashes()) {
        if ((size == kSketchSize && hash >= smallest.back()) || frequent.isFrequent(hash))
            continue;
        const auto end = smallest.begin() + static_cast<std::ptrdiff_t>(size);
        const auto place = std::lower_bound(smallest.begin(), end, hash);
        if (place != end && *place == hash)
            continue;
        size = std::min(size + 1, kSketchSize);
        const auto last = smallest.begin() + static_cast<std::ptrdiff_t>(size) - 1;
        std::move_backward(place, last, last + 1);
        *place = hash;
    }
    Sketch sketch;
    sketch.size = static_cast<std::uint32_t>(size);
    // The upper halves are in rising order as well.
    for (std::size_t i = 0; i < size; ++i)
        sketch.hashes[i] = static_cast<std::uint32_t>(smallest[i] >> 32U);
    return sketch;
}

std::vector<Sketch> sketchesOf(const Snapshot& snapshot, const std::vector<Row>& rows,
                               const FrequentPairs& frequent, const Job& job)
{
    std::vector<Sketch> sketches(rows.size());
    forEachRecord(snapshot, rows, kValuesAndTexts, job, [&](std::size_t i, RecordReader& record) {
        WordPairs pairs;
        if (FrequentPairs::addTextsOf(record, pairs))
            sketches[i] = sketchOf(pairs, frequent);
    });
    return sketches;
}

/// The free records of both sides, and the candidates among them.
class CandidateSearch {
public:
    CandidateSearch(const Snapshot& old, const Snapshot& now, const RecordPlaces& places,
                    const RecordMatches& matches, const Job& job)
        : m_old(old),
          m_now(now),
          m_places(places),
          m_job(job),
          m_oldRows(matches.freeOld()),
          m_newRows(matches.freeNew())
    {
    }

    bool hasBoth() const { return !m_oldRows.empty() && !m_newRows.empty(); }
    Row oldRow(const CandidatePair& pair) const { return m_oldRows[pair.old]; }
    Row newRow(const CandidatePair& pair) const { return m_newRows[pair.now]; }

    /// The pairs that are alike enough, the most alike first.
    std::vector<CandidatePair> find()
    {
        FrequentPairs frequent;
        frequent.sample(m_old, m_oldRows, m_job);
        frequent.sample(m_now, m_newRows, m_job);
        if (m_job.stopRequested())
            return {};
        indexOld(sketchesOf(m_old, m_oldRows, frequent, m_job));
        if (m_job.stopRequested())
            return {};
        auto pairs = candidates(sketchesOf(m_now, m_newRows, frequent, m_job));
        if (m_job.stopRequested())
            return {};
        measure(pairs);
        if (m_job.stopRequested())
            return {};
        std::erase_if(pairs, [](const CandidatePair& pair) { return pair.likeness < kLeastLikeness; });
        std::sort(pairs.begin(), pairs.end(), [](const CandidatePair& a, const CandidatePair& b) {
            if (a.likeness != b.likeness)
                return a.likeness > b.likeness;
            if (a.isSamePlace != b.isSamePlace)
                return a.isSamePlace;
            return a.old != b.old ? a.old < b.old : a.now < b.now;
        });
        return pairs;
    }

private:
    /// A hash of a sketch in the upper half, the index of its record in the lower one.
    using Entry = std::uint64_t;

    static std::uint32_t recordOf(Entry entry) { return static_cast<std::uint32_t>(entry); }

    static std::uint64_t placeKey(std::uint32_t place, const Snapshot& snapshot, Row row)
    {
        return std::uint64_t{place} << 32U | snapshot.record(row).ordinal;
    }

    void indexOld(const std::vector<Sketch>& sketches)
    {
        for (std::size_t i = 0; i < sketches.size() && !m_job.stopRequested(); ++i) {
            for (std::uint32_t k = 0; k < sketches[i].size; ++k)
                m_index.push_back(Entry{sketches[i].hashes[k]} << 32U | i);
            m_oldAt.emplace(placeKey(m_places.oldPlace(m_oldRows[i]), m_old, m_oldRows[i]),
                            static_cast<std::uint32_t>(i));
        }
        radixSort(std::span(m_index), [](Entry entry) { return entry; });
    }

    /// For each new record, the old ones that share most of its sketch.
    std::vector<CandidatePair> candidates(const std::vector<Sketch>& sketches)
    {
        constexpr std::size_t kGrain = 1024;
        std::vector<CandidatePair> all;
        std::mutex mutex;
        parallelFor(sketches.size(), kGrain, [&](std::size_t begin, std::size_t end) {
            std::vector<CandidatePair> found;
            for (std::size_t i = begin; i < end && !m_job.stopRequested(); ++i)
                addCandidates(static_cast<std::uint32_t>(i), sketches[i], found);
            const std::scoped_lock lock(mutex);
            all.insert(all.end(), found.begin(), found.end());
        });
        // Threads finish in any order. Old records that are neighbours are read together.
        radixSort(std::span(all),
                  [](const CandidatePair& pair) { return std::uint64_t{pair.old} << 32U | pair.now; });
        return all;
    }

    void addCandidates(std::uint32_t now, const Sketch& sketch, std::vector<CandidatePair>& found) const
    {
        std::vector<std::uint32_t> sharing;
        for (std::uint32_t k = 0; k < sketch.size; ++k) {
            const Entry first = Entry{sketch.hashes[k]} << 32U;
            const auto begin = std::lower_bound(m_index.begin(), m_index.end(), first);
            auto end = begin;
            while (end != m_index.end() && *end >> 32U == sketch.hashes[k] &&
                   static_cast<std::size_t>(end - begin) <= kMostWithHash)
                ++end;
            if (static_cast<std::size_t>(end - begin) <= kMostWithHash)
                std::transform(begin, end, std::back_inserter(sharing), recordOf);
        }
        std::sort(sharing.begin(), sharing.end());
        /// How many hashes are shared, and with which record.
        std::vector<std::pair<std::uint32_t, std::uint32_t>> counts;
        for (std::size_t i = 0; i < sharing.size();) {
            std::size_t end = i;
            while (end < sharing.size() && sharing[end] == sharing[i])
                ++end;
            counts.emplace_back(static_cast<std::uint32_t>(end - i), sharing[i]);
            i = end;
        }
        std::stable_sort(counts.begin(), counts.end(),
                         [](const auto& a, const auto& b) { return a.first > b.first; });
        const Row row = m_newRows[now];
        const auto atPlace = m_oldAt.find(placeKey(m_places.newPlace(row), m_now, row));
        bool hasPlace = atPlace == m_oldAt.end();
        for (std::size_t i = 0; i < std::min(counts.size(), kMostCandidates); ++i) {
            // Those that share much less than the first are not the nearest.
            if (counts[i].first * 2 < counts.front().first)
                break;
            const bool isSamePlace = !hasPlace && atPlace->second == counts[i].second;
            found.push_back({counts[i].second, now, 0, isSamePlace});
            hasPlace = hasPlace || isSamePlace;
        }
        if (!hasPlace)
            found.push_back({atPlace->second, now, 0, true});
    }

    void measure(std::vector<CandidatePair>& pairs) const
    {
        std::vector<RowPair> rows;
        rows.reserve(pairs.size());
        for (const CandidatePair& pair : pairs)
            rows.push_back({oldRow(pair), newRow(pair)});
        const auto look = [&](std::size_t i, RecordReader& old, RecordReader& now) {
            WordPairs left;
            WordPairs right;
            if (FrequentPairs::addTextsOf(old, left) && FrequentPairs::addTextsOf(now, right)) {
                left.finish();
                right.finish();
                pairs[i].likeness = static_cast<float>(likenessOf(left, right));
            }
        };
        forEachPair(m_old, m_now, rows, kValuesAndTexts, m_job, look);
    }

    const Snapshot& m_old;
    const Snapshot& m_now;
    const RecordPlaces& m_places;
    const Job& m_job;
    std::vector<Row> m_oldRows;
    std::vector<Row> m_newRows;
    std::vector<Entry> m_index;
    /// Indices of old records by place and number.
    std::unordered_map<std::uint64_t, std::uint32_t> m_oldAt;
};

} // namespace

void matchNearestTexts(const Snapshot& old, const Snapshot& now, const RecordPlaces& places,
                       RecordMatches& matches, const Job& job)
{
    CandidateSearch search(old, now, places, matches, job);
    if (!search.hasBoth())
        return;
    const auto pairs = search.find();
    for (const CandidatePair& pair : pairs) {
        if (matches.isFreeOld(search.oldRow(pair)) && matches.isFreeNew(search.newRow(pair)))
            matches.match(search.oldRow(pair), search.newRow(pair), MatchedBy::Text, pair.likeness);
    }
}

namespace {

/// The key under which a record is in its file, if that is no part of the record.
constexpr std::string_view kNameInFile = "key in the file";

enum class PairState : std::uint8_t { Unread, Equal, Changed };

/// How many of the numbers are in a longest rising subsequence (Fredman, "On computing the length of longest
/// increasing subsequences", 1975).
std::uint64_t longestRising(std::span<const std::uint32_t> numbers)
{
    std::vector<std::uint32_t> ends;
    for (const std::uint32_t number : numbers) {
        // Mostly the numbers rise already.
        if (ends.empty() || ends.back() < number)
            ends.push_back(number);
        else
            *std::lower_bound(ends.begin(), ends.end(), number) = number;
    }
    return ends.size();
}

/// Counts the records that are out of order among those that stay in their place.
std::uint64_t reorderedRecords(const std::vector<RowPair>& stayed, const RecordPlaces& places, const Job& job)
{
    struct Position {
        std::uint32_t place;
        std::uint32_t row;
    };
    std::vector<Position> positions;
    positions.reserve(stayed.size());
    for (const RowPair& pair : stayed)
        positions.push_back({places.oldPlace(pair.old), static_cast<std::uint32_t>(pair.now)});
    // A file's records are side by side already; only lists may be mixed.
    const auto isEarlier = [](const Position& a, const Position& b) { return a.place < b.place; };
    if (!std::is_sorted(positions.begin(), positions.end(), isEarlier))
        std::stable_sort(positions.begin(), positions.end(), isEarlier);
    std::uint64_t count = 0;
    std::vector<std::uint32_t> rows;
    for (std::size_t i = 0; i < positions.size() && !job.stopRequested();) {
        rows.clear();
        const std::uint32_t place = positions[i].place;
        for (; i < positions.size() && positions[i].place == place; ++i)
            rows.push_back(positions[i].row);
        count += rows.size() - longestRising(rows);
    }
    return count;
}

/// Fast for records that are written in the same way.
PairState stateOf(RecordReader& old, RecordReader& now)
{
    if (!old.bytes() || !now.bytes())
        return PairState::Unread;
    if (*old.bytes() == *now.bytes())
        return PairState::Equal;
    const ParsedRecord& left = old.parsed();
    const ParsedRecord& right = now.parsed();
    const bool areParsed = left.state != RecordState::Broken && right.state != RecordState::Broken;
    return areParsed && left.name == right.name && equalValues(left.root, right.root) ? PairState::Equal
                                                                                      : PairState::Changed;
}

ValueChange wholeChange(std::string_view name, std::string_view old, std::string_view now)
{
    ValueChange change;
    change.name = name;
    change.old = {std::string(old), true};
    change.now = {std::string(now), true};
    return change;
}

ValueDiff diffOf(RecordReader& old, RecordReader& now, const Job& job)
{
    if (!old.bytes() || !now.bytes())
        return {};
    const ParsedRecord& left = old.parsed();
    const ParsedRecord& right = now.parsed();
    if (left.state == RecordState::Broken || right.state == RecordState::Broken)
        return *old.bytes() == *now.bytes() ? ValueDiff()
                                            : ValueDiff{{wholeChange({}, *old.bytes(), *now.bytes())}, 0};
    ValueDiff diff = diffValues(left.root, right.root, job);
    if (left.name != right.name)
        diff.changes.insert(diff.changes.begin(), wholeChange(kNameInFile, left.name, right.name));
    return diff;
}

std::vector<RowPair> matchedPairs(const Snapshot& old, const RecordMatches& matches)
{
    std::vector<RowPair> pairs;
    for (Row row{0}; row < old.endRow(); ++row) {
        if (!matches.isFreeOld(row))
            pairs.push_back({row, matches.partner(row).row});
    }
    return pairs;
}

/// Compares the matched records and adds them to the result.
void addPairs(const Snapshot& old, const Snapshot& now, const RecordPlaces& places,
              const RecordMatches& matches, const Job& job, DatasetDiff& diff)
{
    const std::vector<RowPair> pairs = matchedPairs(old, matches);
    std::vector<PairState> states(pairs.size(), PairState::Unread);
    forEachPair(
        old, now, pairs, kValuesAndTexts, job,
        [&](std::size_t i, RecordReader& left, RecordReader& right) { states[i] = stateOf(left, right); });
    if (job.stopRequested())
        return;
    std::vector<RowPair> stayed;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        const bool isMoved =
            places.areComparable() && places.oldPlace(pairs[i].old) != places.newPlace(pairs[i].now);
        const bool isChanged = states[i] == PairState::Changed;
        if (!isMoved)
            stayed.push_back(pairs[i]);
        diff.unread += states[i] == PairState::Unread ? 1 : 0;
        diff.changed += isChanged ? 1 : 0;
        diff.moved += isMoved ? 1 : 0;
        diff.equal += states[i] == PairState::Equal && !isMoved ? 1 : 0;
        const RecordMatches::Partner& partner = matches.partner(pairs[i].old);
        if (isChanged || isMoved)
            diff.pairs.push_back(
                {pairs[i].old, pairs[i].now, partner.by, isChanged, isMoved, partner.likeness});
    }
    diff.reordered = reorderedRecords(stayed, places, job);
}

} // namespace

DatasetDiff diffDatasets(const Snapshot& old, const Snapshot& now, const DiffOptions& options, const Job& job)
{
    DatasetDiff diff;
    const RecordPlaces places(old, now);
    RecordMatches matches(old.recordCount(), now.recordCount());
    if (options.matchesIds)
        diff.repeatedIds = matchIds(old, now, places, matches, job);
    if (!job.stopRequested())
        diff.unread += matchContents(old, now, places, matches, job);
    // Of several records with one id, all but one may have found their counterparts now.
    if (options.matchesIds && diff.repeatedIds > 0 && !job.stopRequested())
        matchIds(old, now, places, matches, job);
    if (!job.stopRequested())
        matchNearestTexts(old, now, places, matches, job);
    if (!job.stopRequested())
        matchFiles(old, now, places, matches, job);
    if (job.stopRequested())
        return diff;
    addPairs(old, now, places, matches, job, diff);
    diff.removed = matches.freeOld();
    diff.added = matches.freeNew();
    return diff;
}

ValueDiff diffRecords(const Snapshot& old, Row oldRow, const Snapshot& now, Row newRow, const Job& job)
{
    RecordReader left(old, kValuesAndTexts);
    RecordReader right(now, kValuesAndTexts);
    left.read(oldRow);
    right.read(newRow);
    return diffOf(left, right, job);
}

void forEachChangedRecord(const Snapshot& old, const Snapshot& now, const DatasetDiff& diff, const Job& job,
                          const std::function<bool(const RecordPair&, const ValueDiff&)>& handle)
{
    std::vector<std::size_t> changed;
    std::vector<RowPair> rows;
    for (std::size_t i = 0; i < diff.pairs.size(); ++i) {
        if (!diff.pairs[i].isChanged)
            continue;
        changed.push_back(i);
        rows.push_back({diff.pairs[i].old, diff.pairs[i].now});
    }
    using Diffs = std::vector<std::pair<std::size_t, ValueDiff>>;
    const auto begin = [](std::uint64_t) { return Diffs(); };
    const auto compare = [&](Diffs& diffs, std::size_t i, RecordReader& left, RecordReader& right) {
        diffs.emplace_back(changed[i], diffOf(left, right, job));
    };
    const auto hand = [&](const Diffs& diffs) {
        return std::all_of(diffs.begin(), diffs.end(), [&](const auto& each) {
            return !job.stopRequested() && handle(diff.pairs[each.first], each.second);
        });
    };
    mapPairs(old, now, rows, kValuesAndTexts, job, begin, compare, hand);
}

} // namespace duologue
