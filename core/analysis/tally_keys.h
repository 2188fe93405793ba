// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/bins.h"
#include "core/analysis/statistics.h"
#include "core/data/field_reader.h"
#include "core/util/simd.h"

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <tsl/robin_map.h>
#include <unordered_map>
#include <utility>
#include <vector>

namespace duologue {

/// Numbers 64-bit keys in the order of their first appearance. One thread.
class KeyNumbers {
public:
    std::uint32_t numberOf(std::uint64_t key)
    {
        const auto [found, isNew] = m_numbers.try_emplace(key, static_cast<std::uint32_t>(m_keys.size()));
        if (isNew)
            m_keys.push_back(key);
        return found->second;
    }
    /// By number.
    const std::vector<std::uint64_t>& keys() const { return m_keys; }

private:
    /// The high bits of a product with a large odd number depend on all bits of the key (Fibonacci hashing).
    struct Hash {
        std::size_t operator()(std::uint64_t key) const
        {
            return (key ^ key >> 32U) * 0x9E37'79B9'7F4A'7C15U >> 24U;
        }
    };

    std::vector<std::uint64_t> m_keys;
    tsl::robin_map<std::uint64_t, std::uint32_t, Hash> m_numbers;
};

/// A value for each pair of small keys. It grows with the keys, up to a limit. One thread.
class PairTable {
public:
    explicit PairTable(std::uint32_t none) : m_none(none) {}

    bool covers(std::uint32_t first, std::size_t second) const
    {
        return first < m_height && second < m_width;
    }
    /// Requires covers(first, second).
    std::uint32_t& operator()(std::uint32_t first, std::uint32_t second)
    {
        return m_values[std::size_t{first} * m_width + second];
    }
    /// Rows of width() values, one for each first key.
    std::uint32_t* data() { return m_values.data(); }
    /// False if the table would become too large; it then stays so for this pair.
    bool growTo(std::uint32_t first, std::uint32_t second);

    std::uint32_t height() const { return m_height; }
    std::uint32_t width() const { return m_width; }

private:
    static constexpr std::size_t kLargest = std::size_t{1} << 16U;

    std::vector<std::uint32_t> m_values;
    std::uint32_t m_height = 0;
    std::uint32_t m_width = 0;
    std::uint32_t m_none;
};

/// Numbers pairs of keys in the order of their first appearance. Small keys, which most are, are looked up in
/// a table, others in a hash table. One thread.
class PairNumbers {
public:
    using Pair = std::pair<std::uint32_t, std::uint32_t>;

    std::uint32_t numberOf(std::uint32_t first, std::uint32_t second)
    {
        if (m_table.covers(first, second)) {
            if (const std::uint32_t number = m_table(first, second); number != kNone)
                return number;
        }
        return addOrFind(first, second);
    }
    /// By number.
    const std::vector<Pair>& pairs() const { return m_pairs; }

private:
    static constexpr std::uint32_t kNone = 0xFFFF'FFFFU;

    std::uint32_t addOrFind(std::uint32_t first, std::uint32_t second);

    std::vector<Pair> m_pairs;
    PairTable m_table{kNone};
    KeyNumbers m_others;
    /// By number in m_others.
    std::vector<std::uint32_t> m_numberOfOther;
};

/// Keys for numbers: 0 for NaN, else the index in values() plus one. Small whole numbers, as most are, are
/// looked up in a table. 0 and -0 are the same. One thread.
class ValueKeys {
public:
    std::uint32_t keyOf(double value)
    {
        if (value >= 0 && value < kSmall) {
            const auto small = static_cast<std::size_t>(value);
            if (static_cast<double>(small) == value && small < m_small.size() && m_small[small] != 0)
                return m_small[small];
        }
        return addOrFind(value);
    }
    const std::vector<double>& values() const { return m_values; }

private:
    static constexpr double kSmall = 4096;

    std::uint32_t addOrFind(double value);

    std::vector<double> m_values;
    std::vector<std::uint32_t> m_small;
    KeyNumbers m_bits;
};

/// Keys for lists of categories: 0 for an empty list, the code plus one for a single category, and numbers
/// above these for lists of several. One thread.
class ListKeys {
public:
    /// Codes in the order of the list.
    using List = std::u32string;

    explicit ListKeys(std::size_t categories) : m_categories(static_cast<std::uint32_t>(categories)) {}

    std::uint32_t keyOf(const List& codes);
    /// The codes that a key stands for.
    List listOf(std::uint32_t key) const;
    /// One more than the largest key given out.
    std::uint32_t keyCount() const { return m_categories + 1 + static_cast<std::uint32_t>(m_lists.size()); }

private:
    std::uint32_t m_categories;
    std::unordered_map<List, std::uint32_t> m_numbers;
    std::vector<List> m_lists;
};

/// Sorts the numbers of a run of rows into slots, so that they are counted without branches. Each whole
/// number from 0 to kSmall - 1, as most are, has its own slot, followed by one for NaN and one for
/// everything else. Takes at most FieldScan::kRun numbers, which must outlive it.
struct NumberSlots {
    static constexpr std::uint32_t kSmall = 64;
    static constexpr std::uint32_t kNone = kSmall;
    static constexpr std::uint32_t kOther = kSmall + 1;
    static constexpr std::uint32_t kCount = kSmall + 2;

    explicit NumberSlots(std::span<const double> all)
        : numbers(all), anyOther(writeSlots(all, kSmall, slots.data()))
    {
    }

    std::span<const double> numbers;
    std::array<std::uint32_t, FieldScan::kRun> slots;
    bool anyOther;
};

/// Reads one field for a tally. Gives each record or message a small key that stands for all of its values:
/// equal keys mean equal values. Keys of numbers and lists are numbered by first appearance, so keys of
/// another object have to be translated by adopt(). Valid as long as the reader. One thread.
class FieldKeys {
public:
    explicit FieldKeys(const FieldReader& field, const Bins& bins = {});

    const FieldReader& field() const { return m_scan.field(); }
    bool isOfMessages() const { return m_kind == Kind::Messages; }

    /// Writes the key of row begin + i to out[i] for each i in `places`; the other elements of `out`, up to
    /// end - begin, are unspecified. At most FieldScan::kRun rows. Not for fields of messages.
    void rowKeys(Row begin, Row end, std::span<const std::uint16_t> places, std::uint32_t* out);
    /// Keys of the messages [begin, end).
    void messageKeys(MessageIndex begin, MessageIndex end, std::uint32_t* out) const;

    /// A mask of all bits that keys of messages can have; empty if it is not known in advance.
    std::optional<std::uint32_t> messageKeyBits() const;

    /// Maps keys of `other` (the index) to keys of this object, adding values that are new here. Empty if
    /// all objects use the same keys.
    std::vector<std::uint32_t> adopt(const FieldKeys& other);

    /// Calls visit(value key) for each single value of a key.
    template<typename Visit>
    void forEachValue(std::uint32_t key, Visit&& visit) const
    {
        if (m_kind == Kind::Lists) {
            for (const char32_t code : m_lists.listOf(key))
                visit(keyOfCode(categoryCode(code)));
        } else if (m_kind == Kind::Messages && !m_bins.any()) {
            m_scan.forEachCodeOfKey(key, [&](CategoryCode code) { visit(keyOfCode(code)); });
        } else if (key != 0) {
            visit(key);
        }
    }
    /// Reads long values again, of which the column keeps only the beginning, so that value() knows them. The
    /// keys may be in any order and repeated.
    void readLong(std::vector<std::uint32_t> valueKeys, const Job& job);
    /// The value that a value key stands for.
    GroupValue value(std::uint32_t valueKey) const;

private:
    enum class Kind : std::uint8_t { Numbers, Bins, Codes, Lists, Messages };

    void numberKeys(Row begin, Row end, std::span<const std::uint16_t> places, std::uint32_t* out);
    void codeKeys(Row begin, Row end, std::uint32_t* out);

    std::string text(std::uint32_t valueKey) const;

    FieldScan m_scan;
    Bins m_bins;
    Kind m_kind = Kind::Codes;
    bool m_isRowNumber = false;
    bool m_hasCodes = true;
    std::uint32_t m_categories = 0;
    ValueKeys m_values;
    ListKeys m_lists;
    ListKeys::List m_list;
    /// Long values by their keys.
    std::unordered_map<std::uint32_t, std::string> m_long;
};

/// Adds a value unless it is NaN; without a branch, which would be unpredictable.
inline void addValue(Mean& mean, double value)
{
    const bool there = !std::isnan(value);
    const double added = there ? value : 0;
    mean.n += there ? 1 : 0;
    mean.sum += added;
    mean.sumOfSquares += added * added;
}

/// Groups with counts and means, one per pair of keys.
struct TallyGroups {
    explicit TallyGroups(std::size_t meanCount) : means(meanCount) {}

    std::uint32_t groupOf(std::uint32_t first, std::uint32_t second)
    {
        const std::uint32_t group = numbers.numberOf(first, second);
        if (group == n.size())
            append();
        return group;
    }
    /// Counts the pair (first, second[i]) for each i below `count`. The counts reach `n` in flushCounts().
    void countLine(std::uint32_t first, const std::uint32_t* second, std::size_t count);
    /// Counts one pair, like countLine(). `turn` selects one of its kTurns counters.
    void count(std::uint32_t first, std::uint32_t second, std::size_t turn)
    {
        if (!m_counts.covers(first, second * kTurns))
            countRare(first, second);
        else
            ++m_counts(first, static_cast<std::uint32_t>(second * kTurns + turn % kTurns));
    }
    /// Counts `size` pairs, like countLine().
    void countPairs(const std::uint32_t* first, const std::uint32_t* second, std::size_t size);
    /// Makes the table of counts large enough for all pairs of keys that have only these bits. False if it
    /// would be too large.
    bool makeCells(std::uint32_t firstBits, std::uint32_t secondBits);
    /// Number of bits to shift a key to the left before adding it to the index of a cell. `side` is 0 for
    /// the first key of a pair, 1 for the second.
    unsigned cellStep(std::size_t side) const;
    /// Counts one in each of `size` cells, like countLine(). Requires makeCells().
    void countCells(const std::uint32_t* cells, std::size_t size);
    void flushCounts();
    /// Adds a group of `other` to the group of these keys.
    void add(std::uint32_t first, std::uint32_t second, const TallyGroups& other, std::size_t group);

    PairNumbers numbers;
    /// By group.
    std::vector<std::uint64_t> n;
    /// By mean, then by group.
    std::vector<std::vector<Mean>> means;

private:
    void append();
    void countRare(std::uint32_t first, std::uint32_t second);

    /// Pairs of small keys have kTurns counters each, used in turn: an increment need not wait for the
    /// previous one.
    static constexpr std::size_t kTurns = 4;

    /// By first key, second key and turn.
    PairTable m_counts{0};
};

/// Adds up numbers for a few groups. Small whole numbers are counted instead: that is exact, and no addition
/// has to wait for the previous one.
class SlotMeans {
public:
    /// Adds the numbers of `slots` at `places`, the i-th one to groups[i].
    void add(const NumberSlots& slots, std::span<const std::uint16_t> places, const std::uint32_t* groups,
             std::vector<Mean>& means);
    /// Adds the counted numbers to `means`; call it before reading them.
    void flush(std::vector<Mean>& means);

private:
    /// The counters of more groups would not fit into the L1 cache.
    static constexpr std::size_t kMostGroups = 64;

    /// By group and slot.
    std::vector<std::uint32_t> m_counts;
};

/// Builds a NumberSummary from numbers and from other pieces. One thread.
class SummaryPiece {
public:
    /// Adds the numbers at the indices `places`.
    void addPlaces(const NumberSlots& slots, std::span<const std::uint16_t> places);
    void addAll(std::span<const double> numbers);
    /// Adds a value that occurs `count` times.
    void add(double value, std::uint64_t count);
    void add(const SummaryPiece& other);
    /// Call it after the last number, before the piece is added to another one or taken.
    void finish();
    NumberSummary take() { return std::move(m_made); }

private:
    void addOther(double value);
    void widen(double low, double high);
    void countValue(double value, std::uint64_t count);
    void dropValues();

    /// Counters per slot, used in turn: an increment need not wait for the previous one.
    static constexpr std::size_t kTurns = 4;

    std::array<std::uint32_t, NumberSlots::kCount * kTurns> m_small{};
    NumberSummary m_made;
    bool m_anyFinite = false;
    /// Index of the value counted last: consecutive values are often equal.
    std::size_t m_last = 0;
};

} // namespace duologue
