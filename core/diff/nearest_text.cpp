// SPDX-License-Identifier: GPL-3.0-or-later
// Candidates are found by sketches: of the word pairs of a record, those with the smallest hashes (A. Z.
// Broder, "On the resemblance and containment of documents", 1997). Two records share a part of their
// sketches if they share a part of their word pairs. Pairs that many records have (the words of a prompt that
// opens all conversations) are left out of the sketches, because they tell nothing about which record it is.
#include "core/diff/nearest_text.h"

#include "core/base/parallel.h"
#include "core/base/sort/radix_sort.h"
#include "core/diff/row_reader.h"
#include "core/diff/text_likeness.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <mutex>
#include <span>
#include <unordered_map>

namespace duologue {

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
        readRowsAgain(snapshot, sampled, job,
                      [&](std::size_t i, RowReader& reader, std::optional<std::string_view> bytes) {
                          WordPairs pairs;
                          if (addTextsOf(sampled[i], reader, bytes, pairs)) {
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
    static bool addTextsOf(Row row, RowReader& reader, std::optional<std::string_view> bytes,
                           WordPairs& pairs)
    {
        pairs.clear();
        if (!bytes)
            return false;
        const ParsedRecord parsed = reader.parse(row, *bytes);
        const Conversation* const conversation = reader.conversation(row, parsed);
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
    readRowsAgain(snapshot, rows, job,
                  [&](std::size_t i, RowReader& reader, std::optional<std::string_view> bytes) {
                      WordPairs pairs;
                      if (FrequentPairs::addTextsOf(rows[i], reader, bytes, pairs))
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
        readPairsAgain(m_old, m_now, rows, m_job,
                       [&](std::size_t i, RowReader& old, std::optional<std::string_view> oldBytes,
                           RowReader& now, std::optional<std::string_view> nowBytes) {
                           WordPairs left;
                           WordPairs right;
                           if (FrequentPairs::addTextsOf(rows[i].old, old, oldBytes, left) &&
                               FrequentPairs::addTextsOf(rows[i].now, now, nowBytes, right)) {
                               left.finish();
                               right.finish();
                               pairs[i].likeness = static_cast<float>(likenessOf(left, right));
                           }
                       });
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

} // namespace duologue
