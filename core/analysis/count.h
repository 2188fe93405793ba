// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/bins.h"
#include "core/analysis/statistics.h"
#include "core/data/field_reader.h"
#include "core/data/row_set.h"
#include "core/util/parallel.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <tsl/robin_map.h>
#include <unordered_map>
#include <utility>
#include <vector>

namespace duologue {

/// Numbers pairs of keys in the order of their first appearance. Small keys, which most are, are looked up in
/// a table, others in a hash table. One thread.
class PairNumbers {
public:
    using Pair = std::pair<std::uint32_t, std::uint32_t>;

    std::uint32_t numberOf(std::uint32_t first, std::uint32_t second)
    {
        if (first < m_height && second < m_width) {
            if (const std::uint32_t number = m_table[std::size_t{first} * m_width + second]; number != kNone)
                return number;
        }
        return addOrFind(first, second);
    }
    /// Writes the numbers of many pairs. Without `first`, the first key of each is 0.
    void numbersOf(const std::uint32_t* first, const std::uint32_t* second, std::size_t count,
                   std::uint32_t* out);
    /// By number.
    const std::vector<Pair>& pairs() const { return m_pairs; }
    std::vector<Pair> takePairs() { return std::move(m_pairs); }
    /// Frees what only numberOf() needs.
    void close();

private:
    static constexpr std::uint32_t kNone = 0xFFFF'FFFFU;
    /// Most elements of the table: 4 MiB.
    static constexpr std::size_t kMostInTable = std::size_t{1} << 20U;

    /// The high bits of a product with a large odd number depend on all bits of the key (Fibonacci hashing).
    struct Hash {
        std::size_t operator()(std::uint64_t key) const
        {
            return (key ^ key >> 32U) * 0x9E37'79B9'7F4A'7C15U >> 24U;
        }
    };

    std::uint32_t addOrFind(std::uint32_t first, std::uint32_t second);
    bool growTo(std::uint32_t first, std::uint32_t second);

    std::vector<Pair> m_pairs;
    /// Lines of m_width numbers, one for each first key.
    std::vector<std::uint32_t> m_table;
    std::uint32_t m_height = 0;
    std::uint32_t m_width = 0;
    tsl::robin_map<std::uint64_t, std::uint32_t, Hash> m_others;
};

/// Reads one field for counting. Gives each record or message a small key that stands for all of its values,
/// 0 for none: equal keys mean equal values. A key of a single value is a value key. Keys of numbers and
/// lists are numbered by first appearance, so keys of another object have to be translated by adopt(). Valid
/// as long as the snapshot. One thread.
class FieldKeys {
public:
    /// With `ofMessages`, a field of messages has keys of messages. Otherwise it has the distinct values of
    /// each record's messages; of marks the one that decides: yes, else no, else unclear.
    FieldKeys(const FieldReader& field, const Bins& bins, bool ofMessages);

    const FieldReader& field() const { return m_field; }
    bool isOfMessages() const { return m_kind == Kind::Messages; }
    /// Records have several values.
    bool isList() const { return m_kind == Kind::Lists || m_kind == Kind::ListsOfMessages; }

    /// The keys of the rows of [begin, end), at most FieldScan::kRun. Not if isOfMessages().
    void rowKeys(Row begin, Row end, std::uint32_t* out);
    /// Keys of the messages [begin, end).
    void messageKeys(MessageIndex begin, MessageIndex end, std::uint32_t* out) const;
    /// The value keys of the rows, row after row, and where in `values` each row begins; last, where the last
    /// one ends. Those of messages are of all messages, and may be repeated.
    void lists(Row begin, Row end, std::vector<std::uint32_t>& values, std::vector<std::uint32_t>& starts);

    /// Maps keys of `other` (the index) to keys of this object, adding values that are new here. Empty if
    /// all objects use the same keys.
    std::vector<std::uint32_t> adopt(const FieldKeys& other);

    /// Calls visit(value key) for each value that a key stands for, in the order of a list.
    template<typename Visit>
    void forEachValue(std::uint32_t key, Visit&& visit) const
    {
        if (isList()) {
            std::vector<std::uint32_t> values;
            for (; key != 0; key = m_numbers.pairs()[key - 1].first)
                values.push_back(m_numbers.pairs()[key - 1].second);
            std::for_each(values.rbegin(), values.rend(), visit);
        } else if (m_kind == Kind::Messages && !m_bins.any()) {
            FieldScan(m_field).forEachCodeOfKey(key, [&](CategoryCode code) { visit(keyOfCode(code)); });
        } else if (key != 0) {
            visit(key);
        }
    }
    /// Reads long values again, of which the column keeps only the beginning, so that value() knows them. The
    /// keys may be in any order and repeated.
    void readLong(std::vector<std::uint32_t> valueKeys, const Job& job);
    /// The value key is that of a record without a value, which is named by its row.
    bool namesRow(std::uint32_t valueKey) const { return m_namesRows && valueKey > m_categories; }
    /// The value that a value key stands for.
    GroupValue value(std::uint32_t valueKey) const;

private:
    enum class Kind : std::uint8_t {
        Numbers,
        Bins,
        Codes,
        Lists,
        Messages,
        ListsOfMessages,
        MarksOfMessages
    };

    std::uint32_t keyOfNumber(double number);
    double numberOfKey(std::uint32_t key) const;
    void codeKeys(Row begin, Row end, std::uint32_t* out) const;
    void listKeys(Row begin, Row end, std::uint32_t* out);
    void markKeys(Row begin, Row end, std::uint32_t* out);

    FieldReader m_field;
    Bins m_bins;
    Kind m_kind = Kind::Codes;
    /// Records without a value are named by their row.
    bool m_namesRows = false;
    bool m_hasCodes = true;
    std::uint32_t m_categories = 0;
    /// Of numbers: a small whole number, or the halves of its bits. Of lists: the key of the list without its
    /// last value, and that value. The key is one more than the number of the pair.
    PairNumbers m_numbers;
    /// Long values by their keys.
    std::unordered_map<std::uint32_t, std::string> m_long; /// Scratch space.
    std::vector<std::uint32_t> m_values;
    std::vector<std::uint32_t> m_starts;
};

/// Builds a NumberSummary from numbers and from other pieces. Small whole numbers are counted until finish():
/// that is exact, and no addition has to wait for the previous one. One thread.
class SummaryPiece {
public:
    void add(double number)
    {
        if (number >= 0 && number < static_cast<double>(kSmall)) {
            const auto small = static_cast<std::size_t>(number);
            if (static_cast<double>(small) == number) {
                ++m_small[small];
                return;
            }
        }
        if (number == number)
            addOther(number);
    }
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

    static constexpr std::size_t kSmall = 64;

    std::array<std::uint32_t, kSmall> m_small{};
    NumberSummary m_made;
    bool m_anyFinite = false;
    /// Index of the value counted last: consecutive values are often equal.
    std::size_t m_last = 0;
};

/// What to count.
struct CountRequest {
    /// At most two fields whose values are the groups. Without any, a set is one group.
    std::vector<FieldReader> by = {};
    /// Fields of numbers. Each group has a mean of them; without groups, each set has a summary.
    std::vector<FieldReader> means = {};
    /// One entry for each field of `by`, or none: numbers of a field with bins are grouped by them.
    std::vector<Bins> bins = {};
    /// Messages are counted, not records. A record counts once for each value of its messages.
    bool ofMessages = false;
};

/// The answer. Figures of a group and a set are at group * sets + set.
struct Counts {
    /// The value keys of each group; the first one is 0 unless there are two fields.
    std::vector<PairNumbers::Pair> groups;
    /// By field.
    std::vector<FieldKeys> keys;
    std::size_t sets = 1;
    /// Records or messages of each group; those with several values are in several groups.
    std::vector<std::uint64_t> n;
    /// By measure, then like n.
    std::vector<std::vector<Mean>> means;
    /// At measure * sets + set.
    std::vector<NumberSummary> summaries;
    /// By set: how many were counted, and how many of them are in no group.
    std::vector<std::uint64_t> of;
    std::vector<std::uint64_t> without;

    std::uint32_t keyAt(std::size_t group, std::size_t field) const
    {
        return field + 1 < keys.size() ? groups[group].first : groups[group].second;
    }
    GroupValue value(std::size_t group, std::size_t field) const
    {
        return keys[field].value(keyAt(group, field));
    }
    /// Makes value() give long values whole, which the columns have only the beginning of.
    void readLong(const Job& job);
};

/// Counts the records of each set, or their messages, by the values of fields, for several requests in one
/// pass. Sets may overlap and have the size of the snapshot. Runs on all cores, with the same result for any
/// number of them, to the last bit; groups are in the order of their first appearance. Incomplete if the job
/// was stopped, which it checks every 32 k rows.
std::vector<Counts> count(const Snapshot& snapshot, std::span<const RowSet* const> sets,
                          std::span<const CountRequest> requests, const Job& job);

/// The same for one request and one set.
Counts count(const Snapshot& snapshot, const RowSet& rows, const CountRequest& request, const Job& job);

} // namespace duologue
