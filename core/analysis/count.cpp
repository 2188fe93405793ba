// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/count.h"

#include "core/data/snapshot.h"
#include "core/util/simd.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <functional>
#include <mutex>
#include <numeric>
#include <utility>

namespace duologue {

void SummaryPiece::add(std::span<const std::uint32_t> slots, std::span<const double> numbers, bool anyOther,
                       std::span<const std::uint16_t> places)
{
    for (std::size_t i = 0; i < places.size(); ++i)
        ++m_small[slots[places[i]] * kTurns + i % kTurns];
    for (std::size_t i = 0; i < places.size() && anyOther; ++i) {
        if (slots[places[i]] == NumberSlots::kOther)
            addOther(numbers[places[i]]);
    }
}

void SummaryPiece::addAll(std::span<const std::uint32_t> slots, std::span<const double> numbers,
                          std::size_t begin, std::size_t end)
{
    for (std::size_t i = begin; i < end; ++i) {
        ++m_small[slots[i] * kTurns + i % kTurns];
        if (slots[i] == NumberSlots::kOther)
            addOther(numbers[i]);
    }
}

void SummaryPiece::addOther(double value)
{
    m_made.mean.add(value);
    if (std::isfinite(value)) {
        widen(value, value);
        m_made.whole = m_made.whole && value == std::trunc(value);
    }
    countValue(value, 1);
}

void SummaryPiece::add(double value, std::uint64_t count)
{
    if (count == 0 || std::isnan(value))
        return;
    const auto n = static_cast<double>(count);
    m_made.mean.add(Mean{count, n * value, n * value * value});
    if (std::isfinite(value)) {
        widen(value, value);
        m_made.whole = m_made.whole && value == std::trunc(value);
    }
    countValue(value, count);
}

void SummaryPiece::add(const SummaryPiece& other)
{
    m_made.mean.add(other.m_made.mean);
    if (other.m_anyFinite)
        widen(other.m_made.low, other.m_made.high);
    m_made.whole = m_made.whole && other.m_made.whole;
    if (!other.m_made.hasValues)
        dropValues();
    for (const auto& [value, count] : other.m_made.values)
        countValue(value, count);
}

void SummaryPiece::finish()
{
    for (std::size_t slot = 0; slot < NumberSlots::kSmall; ++slot) {
        std::uint64_t n = 0;
        for (std::size_t turn = 0; turn < kTurns; ++turn)
            n += std::exchange(m_small[slot * kTurns + turn], 0);
        add(static_cast<double>(slot), n);
    }
}

void SummaryPiece::widen(double low, double high)
{
    m_made.low = m_anyFinite ? std::min(m_made.low, low) : low;
    m_made.high = m_anyFinite ? std::max(m_made.high, high) : high;
    m_anyFinite = true;
}

void SummaryPiece::countValue(double value, std::uint64_t count)
{
    if (!m_made.hasValues)
        return;
    if (m_last < m_made.values.size() && m_made.values[m_last].first == value) {
        m_made.values[m_last].second += count;
        return;
    }
    const auto place =
        std::lower_bound(m_made.values.begin(), m_made.values.end(), value,
                         [](const auto& known, double wanted) { return known.first < wanted; });
    m_last = static_cast<std::size_t>(place - m_made.values.begin());
    if (place != m_made.values.end() && place->first == value)
        place->second += count;
    else if (m_made.values.size() == NumberSummary::kMostValues)
        dropValues();
    else
        m_made.values.insert(place, {value, count});
}

void SummaryPiece::dropValues()
{
    m_made.hasValues = false;
    m_made.values.clear();
}

namespace {

/// One counter in turn of each kTurns: an increment need not wait for the previous one.
constexpr std::size_t kTurns = 2;
/// Elements of arrays of a run's messages are copied in blocks of this size, which is faster than copying
/// exact lengths. Those after the last one are written, too.
constexpr std::size_t kStride = 16;

/// A run of rows, those of each set, and their messages, counted from the first one. One thread.
class Run {
public:
    Run(const Snapshot& snapshot, std::span<const RowSet* const> sets, bool withMessages)
        : messagesOfSets(sets.size()), m_snapshot(snapshot), m_sets(sets), m_withMessages(withMessages)
    {
    }

    /// Takes the rows [first, last), at most FieldScan::kRun; `first` is a multiple of 64. False if none of
    /// them is in a set.
    bool take(Row first, Row last)
    {
        begin = first;
        end = last;
        places.resize(m_sets.size() * FieldScan::kRun);
        setOf.resize(places.size());
        std::uint16_t* to = places.data();
        ends.clear();
        for (std::uint32_t set = 0; set < m_sets.size(); ++set) {
            const std::uint16_t* const from = to;
            to = m_sets[set]->offsetsIn(begin, end, to);
            ends.push_back(static_cast<std::size_t>(to - places.data()));
            std::fill(setOf.data() + (from - places.data()), setOf.data() + ends.back(), set);
        }
        places.resize(static_cast<std::size_t>(to - places.data()));
        setOf.resize(places.size());
        if (!places.empty() && m_withMessages)
            takeMessages();
        return !places.empty();
    }

    const Snapshot& snapshot() const { return m_snapshot; }
    std::uint32_t size() const { return end - begin; }
    std::uint32_t messages() const { return starts[size()]; }
    MessageIndex lastMessage() const { return firstMessage + messages(); }
    std::size_t startOf(std::size_t set) const { return set == 0 ? 0 : ends[set - 1]; }
    /// One bit a message: those of the rows of a set. Made when they are first asked for.
    std::span<const std::uint64_t> messageBits(std::size_t set) const
    {
        const std::size_t words = (std::size_t{messages()} + 63) / 64;
        if (m_bits.empty()) {
            m_bits.resize(words * m_sets.size());
            for (std::size_t i = 0; i < places.size(); ++i)
                addBits(m_bits.data() + setOf[i] * words, starts[places[i]], starts[places[i] + 1U]);
        }
        return {m_bits.data() + set * words, words};
    }
    /// The messages of the rows of all sets.
    std::size_t wantedMessages() const
    {
        return std::accumulate(messagesOfSets.begin(), messagesOfSets.end(), std::size_t{0});
    }
    /// For each message of places[i], writes its element of `ofMessages` and ofPlaces[i] added up.
    /// `ofMessages` has kStride elements more than there are messages.
    void addUp(const std::vector<std::uint32_t>& ofMessages, const std::uint32_t* ofPlaces,
               std::vector<std::uint32_t>& out) const
    {
        out.resize(wantedMessages() + kStride);
        std::uint32_t* to = out.data();
        for (std::size_t i = 0; i < places.size(); ++i) {
            const std::uint32_t size = starts[places[i] + 1U] - starts[places[i]];
            const std::uint32_t* const from = ofMessages.data() + starts[places[i]];
            const std::uint32_t added = ofPlaces[i];
            std::size_t done = 0;
            do {
                std::array<std::uint32_t, kStride> sums;
                for (std::size_t k = 0; k < kStride; ++k)
                    sums[k] = from[done + k] + added;
                std::memcpy(to + done, sums.data(), sizeof sums);
                done += kStride;
            } while (done < size);
            to += size;
        }
        out.resize(wantedMessages());
    }

    Row begin{0};
    Row end{0};
    MessageIndex firstMessage{0};
    /// Of the messages of each row; last, where those of the last row end.
    std::array<std::uint32_t, FieldScan::kRun + 1> starts{};
    /// The offsets of the rows of each set from `begin`, set after set, and the set of each.
    std::vector<std::uint16_t> places;
    std::vector<std::uint32_t> setOf;
    /// By set: where its rows end in `places`, and how many messages they have.
    std::vector<std::size_t> ends;
    std::vector<std::uint64_t> messagesOfSets;

private:
    static void addBits(std::uint64_t* words, std::uint32_t from, std::uint32_t to)
    {
        while (from < to) {
            const std::uint32_t count = std::min(to - from, 64 - from % 64);
            words[from / 64] |= ~std::uint64_t{0} >> (64 - count) << (from % 64);
            from += count;
        }
    }
    void takeMessages()
    {
        m_bits.clear();
        std::array<MessageIndex, FieldScan::kRun + 1> found;
        messageStarts(m_snapshot, begin, end, found.data());
        firstMessage = found[0];
        std::transform(found.data(), found.data() + size() + 1, starts.data(),
                       [this](MessageIndex start) { return start - firstMessage; });
        std::fill(messagesOfSets.begin(), messagesOfSets.end(), 0U);
        for (std::size_t i = 0; i < places.size(); ++i)
            messagesOfSets[setOf[i]] += starts[places[i] + 1U] - starts[places[i]];
    }

    const Snapshot& m_snapshot;
    std::span<const RowSet* const> m_sets;
    bool m_withMessages;
    /// messageBits() of set after set; empty if nobody has asked.
    mutable std::vector<std::uint64_t> m_bits;
};

/// Groups with counts and means by set, one group for each pair of keys.
struct Groups {
    Groups(std::size_t setCount, std::size_t measures) : sets(setCount), means(measures) {}

    /// Where the figures of a pair are, those of the first set.
    std::size_t indexOf(std::uint32_t first, std::uint32_t second)
    {
        const std::size_t here = numbers.numberOf(first, second) * sets;
        if (here == n.size()) {
            n.resize(here + sets);
            for (std::vector<Mean>& each : means)
                each.resize(here + sets);
        }
        return here;
    }
    /// Adds a group of `other` to the group of these keys.
    void add(std::uint32_t first, std::uint32_t second, const Groups& other, std::size_t group)
    {
        const std::size_t here = indexOf(first, second);
        for (std::size_t set = 0; set < sets; ++set) {
            n[here + set] += other.n[group * sets + set];
            for (std::size_t i = 0; i < means.size(); ++i)
                means[i][here + set].add(other.means[i][group * sets + set]);
        }
    }

    std::size_t sets;
    PairNumbers numbers;
    /// At group * sets + set.
    std::vector<std::uint64_t> n;
    /// By measure, then like n.
    std::vector<std::vector<Mean>> means;
};

/// Counts cells: one for each pair of keys and set. While keys are small, a cell is made of the bits of both
/// keys and of the set, in this order; later, of the number of the pair and the set. One thread.
class Cells {
public:
    Cells(std::size_t sets, std::size_t measures)
        : m_setBits(static_cast<unsigned>(std::bit_width(sets - 1))), m_means(measures), m_small(measures)
    {
    }

    unsigned setBits() const { return m_setBits; }
    /// How far keys are moved up in a cell.
    unsigned shiftOf(std::size_t side) const { return m_setBits + (side == 0 ? m_bits[1] : 0); }
    /// Makes place for all pairs of keys that have only these bits. False if cells have numbers of pairs.
    bool cover(std::uint32_t first, std::uint32_t second)
    {
        const std::array<unsigned, 2> bits{
            std::max(m_bits[0], static_cast<unsigned>(std::bit_width(first))),
            std::max(m_bits[1], static_cast<unsigned>(std::bit_width(second)))};
        if (m_isNumbered)
            return false;
        if (bits != m_bits || m_n.empty())
            move(bits);
        return !m_isNumbered;
    }
    /// The cell of a pair if cover() was false. Call grow() before counting it.
    std::uint32_t cellOf(std::uint32_t first, std::uint32_t second, std::uint32_t set)
    {
        return m_numbers.numberOf(first, second) << m_setBits | set;
    }
    void grow() { resize(m_numbers.pairs().size()); }

    void count(std::span<const std::uint32_t> cells)
    {
        std::uint32_t* const n = m_n.data();
        std::size_t i = 0;
        for (; i + kTurns <= cells.size(); i += kTurns) {
            ++n[cells[i] * kTurns];
            ++n[cells[i + 1] * kTurns + 1];
        }
        for (; i < cells.size(); ++i)
            ++n[cells[i] * kTurns];
    }
    std::vector<Mean>& means(std::size_t measure) { return m_means[measure]; }
    /// For each cell, how often each slot of a number was seen; null if there are too many cells.
    std::uint32_t* slotCounts(std::size_t measure)
    {
        if (m_isNumbered || m_means[measure].size() > kMostCounted)
            return nullptr;
        m_small[measure].resize(m_means[measure].size() * NumberSlots::kCount);
        return m_small[measure].data();
    }
    /// Adds everything to groups.
    void flush(Groups& groups)
    {
        for (std::size_t i = 0; i < m_means.size(); ++i)
            flushSlots(i);
        for (std::size_t pair = 0; pair < pairs(); ++pair) {
            if (!isUsed(pair))
                continue;
            const auto [first, second] = keysOf(pair);
            const std::size_t group = groups.indexOf(first, second);
            for (std::size_t set = 0; set < groups.sets; ++set) {
                const std::size_t cell = (pair << m_setBits) + set;
                groups.n[group + set] += std::accumulate(m_n.data() + cell * kTurns,
                                                         m_n.data() + (cell + 1) * kTurns, std::uint64_t{0});
                for (std::size_t i = 0; i < m_means.size(); ++i)
                    groups.means[i][group + set].add(m_means[i][cell]);
            }
        }
        m_n = {};
        m_means.assign(m_means.size(), {});
    }

private:
    /// With all counters, 128 KiB.
    static constexpr unsigned kMostBits = 14;
    static constexpr unsigned kMostBitsOfMeans = 10;
    /// The counters of more cells would not fit into the L1 cache.
    static constexpr std::size_t kMostCounted = 64;

    std::size_t pairs() const { return (m_n.size() / kTurns) >> m_setBits; }
    PairNumbers::Pair keysOf(std::size_t pair) const
    {
        if (m_isNumbered)
            return m_numbers.pairs()[pair];
        const std::size_t second = pair & ((std::size_t{1} << m_bits[1]) - 1);
        return {static_cast<std::uint32_t>(pair >> m_bits[1]), static_cast<std::uint32_t>(second)};
    }
    bool isUsed(std::size_t pair) const
    {
        const std::size_t size = kTurns << m_setBits;
        return std::any_of(m_n.data() + pair * size, m_n.data() + (pair + 1) * size,
                           [](std::uint32_t n) { return n != 0; });
    }
    void resize(std::size_t pairCount)
    {
        m_n.resize((pairCount << m_setBits) * kTurns);
        for (std::vector<Mean>& each : m_means)
            each.resize(pairCount << m_setBits);
    }
    /// Moves what was counted to where it is with keys of so many bits.
    void move(const std::array<unsigned, 2>& bits)
    {
        Cells made(*this);
        made.m_bits = bits;
        made.m_isNumbered = bits[0] + bits[1] + m_setBits > (m_means.empty() ? kMostBits : kMostBitsOfMeans);
        made.m_n.clear();
        made.m_means.assign(m_means.size(), {});
        made.m_small.assign(m_means.size(), {});
        for (std::size_t i = 0; i < m_means.size(); ++i)
            flushSlots(i);
        if (!made.m_isNumbered)
            made.resize(std::size_t{1} << (bits[0] + bits[1]));
        for (std::size_t pair = 0; pair < pairs(); ++pair) {
            if (!isUsed(pair))
                continue;
            const auto [first, second] = keysOf(pair);
            std::size_t there = (std::size_t{first} << bits[1]) + second;
            if (made.m_isNumbered) {
                there = made.m_numbers.numberOf(first, second);
                made.grow();
            }
            const std::size_t size = std::size_t{1} << m_setBits;
            std::copy_n(m_n.data() + pair * size * kTurns, size * kTurns,
                        made.m_n.data() + there * size * kTurns);
            for (std::size_t i = 0; i < m_means.size(); ++i)
                std::copy_n(m_means[i].data() + pair * size, size, made.m_means[i].data() + there * size);
        }
        *this = std::move(made);
    }
    void flushSlots(std::size_t measure)
    {
        const std::vector<std::uint32_t>& counts = m_small[measure];
        for (std::size_t cell = 0; cell < counts.size() / NumberSlots::kCount; ++cell) {
            for (std::uint32_t number = 0; number < NumberSlots::kSmall; ++number) {
                const std::uint32_t n = counts[cell * NumberSlots::kCount + number];
                const double sum = static_cast<double>(n) * number;
                m_means[measure][cell].add(Mean{n, sum, sum * number});
            }
        }
        m_small[measure].clear();
    }

    unsigned m_setBits;
    bool m_isNumbered = false;
    std::array<unsigned, 2> m_bits{};
    PairNumbers m_numbers;
    /// At cell * kTurns + turn.
    std::vector<std::uint32_t> m_n;
    /// By measure, then by cell; and by slot. Small whole numbers are counted: that is exact, and no addition
    /// has to wait for the previous one.
    std::vector<std::vector<Mean>> m_means;
    std::vector<std::vector<std::uint32_t>> m_small;
};

/// A plain loop, so that the compiler vectorizes it.
std::uint32_t bitsOf(const std::vector<std::uint32_t>& keys)
{
    std::uint32_t bits = 0;
    for (const std::uint32_t key : keys)
        bits |= key;
    return bits;
}

/// Adds a value unless it is NaN; without a branch, which would be unpredictable.
void addValue(Mean& mean, double value)
{
    const bool there = !std::isnan(value);
    const double added = there ? value : 0;
    mean.n += there ? 1 : 0;
    mean.sum += added;
    mean.sumOfSquares += added * added;
}

/// Counts some rows for one request. One thread.
class Counter {
public:
    Counter(const CountRequest& request, std::size_t sets)
        : m_request(request),
          m_sets(sets),
          m_cells(sets, request.by.empty() ? 0 : request.means.size()),
          m_groups(sets, request.by.empty() ? 0 : request.means.size()),
          m_summaries(request.by.empty() ? request.means.size() * sets : 0),
          m_of(sets),
          m_without(sets)
    {
        for (std::size_t i = 0; i < request.by.size(); ++i) {
            m_keys.emplace_back(request.by[i], i < request.bins.size() ? request.bins[i] : Bins(),
                                request.ofMessages);
            // Sums of fractions depend on which lists of values are told apart. The values of one list need
            // not be known to be together.
            if (request.means.empty() && (request.by.size() > 1 || request.by[i].info().ofMessages))
                m_keys.back().useMasks();
        }
        if (request.ofMessages && m_keys.size() == 1 && request.means.empty())
            m_fewKeys = m_keys.front().fewKeys(kFewOfMessages);
        m_few.resize(m_fewKeys * sets);
        // Means of lists need to know which values are together.
        m_isListed = m_keys.size() == 1 && m_keys.front().isList() && request.means.empty();
    }

    void count(const Run& run)
    {
        if (m_fewKeys != 0)
            countFew(run);
        else if (m_isListed)
            countListed(run);
        else if (!m_keys.empty())
            countKeys(run);
        else
            countAll(run);
        for (std::size_t i = 0; i < m_request.means.size(); ++i)
            measure(run, i);
    }
    void finish()
    {
        m_cells.flush(m_groups);
        for (std::uint32_t key = 0; key < m_fewKeys; ++key) {
            for (std::size_t set = 0; set < m_sets; ++set) {
                if (const std::uint32_t n = std::exchange(m_few[set * m_fewKeys + key], 0); n != 0)
                    m_groups.n[m_groups.indexOf(0, key) + set] += n;
            }
        }
        m_groups.numbers.close();
        for (SummaryPiece& summary : m_summaries)
            summary.finish();
    }
    /// Requires other.finish().
    void add(const Counter& other)
    {
        std::array<std::vector<std::uint32_t>, 2> here;
        for (std::size_t i = 0; i < m_keys.size() && !m_isListed; ++i)
            here[sideOf(i)] = m_keys[i].adopt(other.m_keys[i]);
        const auto keyHere = [&here](std::size_t side, std::uint32_t key) {
            return here[side].empty() ? key : here[side][key];
        };
        const auto& pairs = other.m_groups.numbers.pairs();
        for (std::size_t group = 0; group < pairs.size(); ++group)
            m_groups.add(keyHere(0, pairs[group].first), keyHere(1, pairs[group].second), other.m_groups,
                         group);
        for (std::size_t i = 0; i < m_summaries.size(); ++i)
            m_summaries[i].add(other.m_summaries[i]);
        for (std::size_t set = 0; set < m_sets; ++set) {
            m_of[set] += other.m_of[set];
            m_without[set] += other.m_without[set];
        }
    }
    Counts take()
    {
        Counts made;
        Groups values = m_isListed ? std::move(m_groups) : splitGroups();
        made.groups = values.numbers.takePairs();
        made.sets = m_sets;
        made.n = std::move(values.n);
        made.means = std::move(values.means);
        made.keys = std::move(m_keys);
        for (SummaryPiece& summary : m_summaries)
            made.summaries.push_back(summary.take());
        made.of = std::move(m_of);
        made.without = std::move(m_without);
        return made;
    }

private:
    /// Of more keys it takes longer to compare messages with each than to find the cell of each message.
    static constexpr std::size_t kFewOfMessages = 64;

    /// Whether the key of a field is the first (0) or the second (1) of a pair.
    std::size_t sideOf(std::size_t field) const { return field + 2 - m_keys.size(); }

    void countAll(const Run& run)
    {
        for (std::size_t set = 0; set < m_sets; ++set)
            m_of[set] += m_request.ofMessages ? run.messagesOfSets[set] : run.ends[set] - run.startOf(set);
    }

    /// Compares the messages of a field of few keys with each key.
    void countFew(const Run& run)
    {
        std::vector<std::uint32_t>& keys = m_ofMessages[1];
        keys.resize(run.messages());
        m_keys.front().messageKeys(run.firstMessage, run.lastMessage(), keys.data());
        m_bytes.resize((keys.size() + 63) / 64 * 64);
        std::transform(keys.begin(), keys.end(), m_bytes.begin(),
                       [](std::uint32_t key) { return static_cast<std::uint8_t>(key); });
        for (std::size_t set = 0; set < m_sets; ++set)
            countBytes(m_bytes.data(), run.messageBits(set), {m_few.data() + set * m_fewKeys, m_fewKeys});
    }
    /// Finds the cell of each row or message of each set, and counts it.
    void countKeys(const Run& run)
    {
        for (std::size_t i = 0; i < m_keys.size(); ++i)
            takeKeys(run, i);
        const auto bitsOfSide = [this](std::size_t side) {
            return bitsOf(m_ofMessages[side]) | bitsOf(m_ofPlaces[side]);
        };
        if (m_cells.cover(bitsOfSide(0), bitsOfSide(1)))
            takeCells(run);
        else
            takeNumberedCells(run);
        m_cells.count(m_cellsHere);
    }
    /// Takes the keys of all messages of the run, or those of the rows of all sets. The other ones are empty.
    void takeKeys(const Run& run, std::size_t field)
    {
        const std::size_t side = sideOf(field);
        if (m_keys[field].isOfMessages()) {
            m_ofMessages[side].resize(run.messages() + kStride);
            m_keys[field].messageKeys(run.firstMessage, run.lastMessage(), m_ofMessages[side].data());
            std::fill_n(m_ofMessages[side].data() + run.messages(), kStride, 0U);
            return;
        }
        std::array<std::uint32_t, FieldScan::kRun> keys;
        m_keys[field].rowKeys(run.begin, run.end, keys.data());
        m_ofPlaces[side].resize(run.places.size());
        if (m_sets == 1 && run.places.size() == run.size())
            std::copy_n(keys.data(), run.size(), m_ofPlaces[side].data());
        else
            std::transform(run.places.begin(), run.places.end(), m_ofPlaces[side].begin(),
                           [&keys](std::uint16_t place) { return keys[place]; });
    }
    void takeCells(const Run& run)
    {
        if (!m_request.ofMessages && m_sets == 1 && m_keys.size() == 1) {
            m_cellsHere = m_ofPlaces[1];
            return;
        }
        std::vector<std::uint32_t>& cells = m_request.ofMessages ? m_added : m_cellsHere;
        cells = run.setOf;
        for (std::size_t side = 0; side < 2; ++side) {
            const unsigned shift = m_cells.shiftOf(side);
            for (std::size_t i = 0; i < m_ofPlaces[side].size(); ++i)
                cells[i] += m_ofPlaces[side][i] << shift;
            for (std::uint32_t& key : m_ofMessages[side])
                key <<= shift;
        }
        if (!m_request.ofMessages)
            return;
        if (!m_ofMessages[0].empty() && !m_ofMessages[1].empty()) {
            for (std::size_t i = 0; i < m_ofMessages[0].size(); ++i)
                m_ofMessages[0][i] += m_ofMessages[1][i];
        }
        run.addUp(keysOrZeros(run, m_ofMessages[m_ofMessages[0].empty() ? 1 : 0]), m_added.data(),
                  m_cellsHere);
    }
    void takeNumberedCells(const Run& run)
    {
        std::array<std::vector<std::uint32_t>, 2> keys;
        m_added.assign(run.setOf.begin(), run.setOf.end());
        if (m_request.ofMessages) {
            const std::vector<std::uint32_t> none(run.places.size());
            for (std::size_t side = 0; side < 2; ++side)
                run.addUp(keysOrZeros(run, m_ofMessages[side]),
                          m_ofPlaces[side].empty() ? none.data() : m_ofPlaces[side].data(), keys[side]);
            run.addUp(keysOrZeros(run, {}), m_added.data(), m_cellsHere);
        } else {
            m_cellsHere = m_added;
            keys = m_ofPlaces;
            keys[0].resize(m_cellsHere.size());
        }
        for (std::size_t i = 0; i < m_cellsHere.size(); ++i)
            m_cellsHere[i] = m_cells.cellOf(keys[0][i], keys[1][i], m_cellsHere[i]);
        m_cells.grow();
    }
    const std::vector<std::uint32_t>& keysOrZeros(const Run& run, const std::vector<std::uint32_t>& keys)
    {
        if (!keys.empty())
            return keys;
        m_zeros.resize(run.messages() + kStride);
        return m_zeros;
    }
    /// Counts the distinct values of each row.
    void countListed(const Run& run)
    {
        std::vector<std::uint32_t>& values = m_ofMessages[1];
        m_keys.front().lists(run.begin, run.end, values, m_starts);
        const std::uint32_t bits = bitsOf(values);
        const bool isCovered = m_cells.cover(0, bits);
        const bool mayRepeat = m_keys.front().field().info().ofMessages;
        m_lastPlace.resize(std::max<std::size_t>(m_lastPlace.size(), std::bit_ceil(bits + std::size_t{1})));
        m_cellsHere.clear();
        for (std::size_t i = 0; i < run.places.size(); ++i) {
            const std::uint32_t set = run.setOf[i];
            const std::uint32_t from = m_starts[run.places[i]];
            const std::uint32_t to = m_starts[run.places[i] + 1U];
            ++m_of[set];
            m_without[set] += from == to ? 1 : 0;
            ++m_placesSeen;
            for (std::uint32_t k = from; k < to; ++k) {
                if (!mayRepeat || std::exchange(m_lastPlace[values[k]], m_placesSeen) != m_placesSeen)
                    m_cellsHere.push_back(isCovered ? values[k] << m_cells.setBits() | set
                                                    : m_cells.cellOf(0, values[k], set));
            }
        }
        if (!isCovered)
            m_cells.grow();
        m_cells.count(m_cellsHere);
    }

    /// Adds the numbers of a measure.
    void measure(const Run& run, std::size_t index)
    {
        const FieldReader& field = m_request.means[index];
        // If only messages have the field, a record contributes the values of all of its messages.
        const bool ofMessages = field.info().ofMessages && (m_request.ofMessages || !field.isNumber());
        std::array<double, FieldScan::kRun> buffer;
        std::span<const double> numbers;
        if (ofMessages) {
            m_numbers.resize(run.messages());
            FieldScan(field).messageNumbers(run.firstMessage, run.lastMessage(), m_numbers.data());
            numbers = m_numbers;
        } else {
            numbers = FieldScan(field).numbersOf(run.begin, run.end, buffer.data());
        }
        if (m_keys.empty())
            summarize(run, index, numbers, ofMessages);
        else if (!ofMessages && !m_request.ofMessages)
            addNumbers(run, index, numbers);
        else
            addNumbersOfMessages(run, index, numbers, ofMessages);
    }
    void summarize(const Run& run, std::size_t index, std::span<const double> numbers, bool ofMessages)
    {
        m_slots.resize(numbers.size());
        const bool anyOther = writeSlots(numbers, NumberSlots::kSmall, m_slots.data());
        for (std::size_t set = 0; set < m_sets; ++set) {
            SummaryPiece& summary = m_summaries[index * m_sets + set];
            const std::span<const std::uint16_t> places{run.places.data() + run.startOf(set),
                                                        run.places.data() + run.ends[set]};
            if (!ofMessages)
                summary.add(m_slots, numbers, anyOther, places);
            for (std::size_t i = 0; i < places.size() && ofMessages; ++i)
                summary.addAll(m_slots, numbers, run.starts[places[i]], run.starts[places[i] + 1U]);
        }
    }
    void addNumbers(const Run& run, std::size_t index, std::span<const double> numbers)
    {
        std::vector<Mean>& means = m_cells.means(index);
        std::uint32_t* const counts = m_cells.slotCounts(index);
        if (counts == nullptr) {
            for (std::size_t i = 0; i < run.places.size(); ++i)
                addValue(means[m_cellsHere[i]], numbers[run.places[i]]);
            return;
        }
        const NumberSlots slots(numbers);
        for (std::size_t i = 0; i < run.places.size(); ++i)
            ++counts[m_cellsHere[i] * NumberSlots::kCount + slots.slots[run.places[i]]];
        for (std::size_t i = 0; i < run.places.size() && slots.anyOther; ++i) {
            if (slots.slots[run.places[i]] == NumberSlots::kOther)
                means[m_cellsHere[i]].add(numbers[run.places[i]]);
        }
    }
    /// Messages are counted, or a field of messages is added up.
    void addNumbersOfMessages(const Run& run, std::size_t index, std::span<const double> numbers,
                              bool ofMessages)
    {
        std::vector<Mean>& means = m_cells.means(index);
        std::size_t unit = 0;
        for (std::size_t i = 0; i < run.places.size(); ++i) {
            const std::uint32_t place = run.places[i];
            for (std::uint32_t k = run.starts[place]; k < run.starts[place + 1]; ++k)
                addValue(means[m_cellsHere[m_request.ofMessages ? unit++ : i]],
                         numbers[ofMessages ? k : place]);
        }
    }

    /// Splits groups by key, where a key may stand for several values or none, into one group per value.
    Groups splitGroups()
    {
        Groups values(m_sets, m_groups.means.size());
        const auto& pairs = m_groups.numbers.pairs();
        const bool areSingle =
            std::all_of(m_keys.begin(), m_keys.end(), [](const FieldKeys& keys) { return keys.isSingle(); });
        const auto isWithout = [this](const PairNumbers::Pair& pair) {
            return pair.second == 0 || (m_keys.size() > 1 && pair.first == 0);
        };
        if (areSingle && std::none_of(pairs.begin(), pairs.end(), isWithout)) {
            for (std::size_t i = 0; i < m_groups.n.size(); ++i)
                m_of[i % m_sets] += m_groups.n[i];
            return std::move(m_groups);
        }
        for (std::size_t group = 0; group < pairs.size(); ++group) {
            bool isCounted = false;
            const auto add = [&](std::uint32_t first, std::uint32_t second) {
                values.add(first, second, m_groups, group);
                isCounted = true;
            };
            m_keys.back().forEachValue(pairs[group].second, [&](std::uint32_t second) {
                if (m_keys.size() == 1)
                    add(0, second);
                else
                    m_keys[0].forEachValue(pairs[group].first,
                                           [&](std::uint32_t first) { add(first, second); });
            });
            for (std::size_t set = 0; set < m_sets; ++set) {
                m_of[set] += m_groups.n[group * m_sets + set];
                m_without[set] += isCounted ? 0 : m_groups.n[group * m_sets + set];
            }
        }
        return values;
    }

    const CountRequest& m_request;
    std::size_t m_sets;
    std::vector<FieldKeys> m_keys;
    /// Each value of a list is counted by itself.
    bool m_isListed = false;
    Cells m_cells;
    Groups m_groups;
    /// At measure * sets + set.
    std::vector<SummaryPiece> m_summaries;
    std::vector<std::uint64_t> m_of;
    std::vector<std::uint64_t> m_without;
    /// Of messages by a field of few keys: how many keys there are, and counts by set, then by key. 0 for
    /// other requests.
    std::size_t m_fewKeys = 0;
    std::vector<std::uint32_t> m_few;
    std::vector<std::uint8_t> m_bytes;
    // Of the current run: keys by side, the cell of each row or message that is counted, numbers.
    std::array<std::vector<std::uint32_t>, 2> m_ofMessages;
    std::array<std::vector<std::uint32_t>, 2> m_ofPlaces;
    std::vector<std::uint32_t> m_added;
    std::vector<std::uint32_t> m_zeros;
    std::vector<std::uint32_t> m_cellsHere;
    std::vector<std::uint32_t> m_starts;
    std::vector<std::uint32_t> m_slots;
    std::vector<double> m_numbers;
    /// By key of a value in a list: the number of the row that had it last.
    std::vector<std::uint32_t> m_lastPlace;
    std::uint32_t m_placesSeen = 0;
};

bool needsMessages(const CountRequest& request)
{
    const auto isOfMessages = [](const FieldReader& field) { return field.info().ofMessages; };
    return request.ofMessages || std::any_of(request.means.begin(), request.means.end(), isOfMessages);
}

} // namespace

void Counts::readLong(const Job& job)
{
    for (std::size_t field = 0; field < keys.size(); ++field) {
        std::vector<std::uint32_t> all(groups.size());
        for (std::size_t group = 0; group < groups.size(); ++group)
            all[group] = keyAt(group, field);
        keys[field].readLong(std::move(all), job);
    }
}

std::vector<Counts> count(const Snapshot& snapshot, std::span<const RowSet* const> sets,
                          std::span<const CountRequest> requests, const Job& job)
{
    for (const CountRequest& request : requests) {
        for (const FieldReader& field : request.by)
            field.make(job);
    }
    const std::size_t rows = snapshot.recordCount();
    // Sums of fractions depend on the order, which must not depend on which thread finishes first: they are
    // added up by piece.
    const bool anySums = std::any_of(requests.begin(), requests.end(),
                                     [](const CountRequest& request) { return !request.means.empty(); });
    const bool withMessages = std::any_of(requests.begin(), requests.end(), needsMessages);
    std::vector<Counter> total;
    for (const CountRequest& request : requests)
        total.emplace_back(request, sets.size());
    const std::vector<Counter> none = total;
    std::vector<std::vector<Counter>> pieces(FieldScan::pieceCount(rows));
    parallelFor(pieces.size(), anySums ? 1 : 4, [&](std::size_t first, std::size_t last) {
        std::vector<Counter> counters = none;
        Run run(snapshot, sets, withMessages);
        for (std::size_t piece = first; piece < last && !job.stopRequested(); ++piece) {
            const Row end = FieldScan::startOfPiece(piece + 1, rows);
            for (Row at = FieldScan::startOfPiece(piece, rows); at < end; at += FieldScan::kRun) {
                if (!run.take(at, std::min(at + FieldScan::kRun, end)))
                    continue;
                for (Counter& counter : counters)
                    counter.count(run);
            }
        }
        for (Counter& counter : counters)
            counter.finish();
        pieces[first] = std::move(counters);
    });
    for (std::vector<Counter>& piece : pieces) {
        for (std::size_t i = 0; i < piece.size(); ++i)
            total[i].add(piece[i]);
        piece = std::vector<Counter>();
    }
    std::vector<Counts> made;
    for (Counter& counter : total)
        made.push_back(counter.take());
    return made;
}

Counts count(const Snapshot& snapshot, const RowSet& rows, const CountRequest& request, const Job& job)
{
    const RowSet* const set = &rows;
    return std::move(count(snapshot, {&set, 1}, {&request, 1}, job).front());
}

namespace {

/// With more kinds than this, comparing rows with each kind is slower than looking up each row's kind.
constexpr std::size_t kFewKinds = 32;

/// Counts the kinds of the wanted rows of a run.
template<typename Kind>
void countKinds(const std::vector<Kind>& kinds, const RowSet& rows, Row begin, Row end,
                std::span<std::uint32_t> n)
{
    if constexpr (sizeof(Kind) == 1) {
        if (n.size() <= kFewKinds) {
            countBytes(kinds.data() + indexOf(begin),
                       rows.words().subspan(indexOf(begin) / 64, (end - begin + 63) / 64), n);
            return;
        }
    }
    std::array<std::uint16_t, FieldScan::kRun> places;
    const std::uint16_t* const last = rows.offsetsIn(begin, end, places.data());
    for (const std::uint16_t* place = places.data(); place != last; ++place)
        ++n[kinds[indexOf(begin) + *place]];
}

} // namespace

RowKinds kindsOf(const Snapshot& snapshot, const FieldReader& field, const Bins& bins, const Job& job)
{
    constexpr std::size_t kMostNarrow = 256;
    field.make(job);
    RowKinds made;
    FieldKeys keys(field, bins, false);
    keys.useMasks();
    if (keys.isList())
        return made;
    const std::size_t rows = snapshot.recordCount();
    made.wide.resize(rows);
    std::vector<FieldKeys> ofPieces(FieldScan::pieceCount(rows), keys);
    const auto forEachPiece = [&](const auto& take) {
        parallelFor(ofPieces.size(), 1, [&](std::size_t piece, std::size_t) {
            if (!job.stopRequested())
                take(piece, FieldScan::startOfPiece(piece, rows), FieldScan::startOfPiece(piece + 1, rows));
        });
    };
    forEachPiece([&](std::size_t piece, Row begin, Row end) {
        for (Row run = begin; run < end; run += FieldScan::kRun)
            ofPieces[piece].rowKeys(run, std::min(run + FieldScan::kRun, end), &made.wide[indexOf(run)]);
    });
    std::vector<std::vector<std::uint32_t>> here;
    for (const FieldKeys& each : ofPieces)
        here.push_back(keys.adopt(each));
    std::vector<std::uint32_t> largest(ofPieces.size());
    forEachPiece([&](std::size_t piece, Row begin, Row end) {
        for (std::size_t row = indexOf(begin); row < indexOf(end); ++row) {
            if (!here[piece].empty())
                made.wide[row] = here[piece][made.wide[row]];
            largest[piece] = std::max(largest[piece], made.wide[row]);
        }
    });
    made.count = largest.empty() ? 0 : *std::max_element(largest.begin(), largest.end()) + std::size_t{1};
    made.keys.push_back(std::move(keys));
    if (made.count > kMostNarrow)
        return made;
    // Padded to whole words of a RowSet, as countBytes() expects.
    made.narrow.resize((rows + 63) / 64 * 64);
    std::transform(made.wide.begin(), made.wide.end(), made.narrow.begin(),
                   [](std::uint32_t kind) { return static_cast<std::uint8_t>(kind); });
    made.wide = {};
    return made;
}

Counts count(const RowKinds& kinds, const RowSet& rows, const Job& job)
{
    std::vector<std::uint64_t> total(kinds.count);
    std::mutex mutex;
    // Many kinds take long to add up.
    const std::size_t atOnce = kinds.narrow.empty() ? 16 : 4;
    parallelFor(FieldScan::pieceCount(rows.size()), atOnce, [&](std::size_t first, std::size_t last) {
        std::vector<std::uint32_t> n(kinds.count);
        const Row end = FieldScan::startOfPiece(last, rows.size());
        for (Row run = FieldScan::startOfPiece(first, rows.size()); run < end; run += FieldScan::kRun) {
            if (indexOf(run) % FieldScan::kPiece == 0 && job.stopRequested())
                return;
            const Row runEnd = std::min(run + FieldScan::kRun, end);
            if (kinds.narrow.empty())
                countKinds(kinds.wide, rows, run, runEnd, n);
            else
                countKinds(kinds.narrow, rows, run, runEnd, n);
        }
        const std::scoped_lock lock(mutex);
        std::transform(n.begin(), n.end(), total.begin(), total.begin(), std::plus());
    });
    Counts made;
    made.keys = kinds.keys;
    const FieldKeys& keys = made.keys.front();
    made.of = {std::accumulate(total.begin(), total.end(), std::uint64_t{0})};
    made.without = {total.empty() ? 0 : total.front()};
    if (keys.hasMasks()) {
        std::array<std::uint64_t, FieldKeys::kMostMasked + 1> ofValues{};
        for (std::uint32_t key = 1; key < total.size(); ++key)
            keys.forEachValue(key, [&](std::uint32_t valueKey) { ofValues[valueKey] += total[key]; });
        total.assign(ofValues.begin(), ofValues.end());
    }
    const auto groups = total.size() - static_cast<std::size_t>(std::count(total.begin(), total.end(), 0U));
    made.groups.reserve(groups);
    made.n.reserve(groups);
    for (std::uint32_t key = 1; key < total.size(); ++key) {
        if (total[key] != 0) {
            made.groups.emplace_back(0, key);
            made.n.push_back(total[key]);
        }
    }
    return made;
}

} // namespace duologue
