// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/bins.h"
#include "core/data/field_reader.h"
#include "core/util/parallel.h"
#include "core/util/simd.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <memory>
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
    /// By number.
    const std::vector<Pair>& pairs() const { return m_pairs; }
    std::vector<Pair> takePairs() { return std::move(m_pairs); }
    /// Frees what only numberOf() needs.
    void close();

private:
    static constexpr std::uint32_t kNone = 0xFFFF'FFFFU;
    /// Most elements of the table: 256 KiB.
    static constexpr std::size_t kMostInTable = std::size_t{1} << 16U;

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

/// The slots of a run's numbers, so that they are counted without branches: each whole number from 0 to
/// kSmall - 1, as most are, has its own slot, followed by one for NaN and one for everything else. At most
/// FieldScan::kRun numbers.
struct NumberSlots {
    static constexpr std::uint32_t kSmall = 64;
    static constexpr std::uint32_t kOther = kSmall + 1;
    static constexpr std::uint32_t kCount = kSmall + 2;

    explicit NumberSlots(std::span<const double> numbers)
        : anyOther(writeSlots(numbers, kSmall, slots.data()))
    {
    }

    std::array<std::uint32_t, FieldScan::kRun> slots;
    bool anyOther;
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
    /// How many keys messages can have, if that is known without reading them and there are no more than
    /// `most`; else 0.
    std::size_t fewKeys(std::size_t most) const;
    /// A key is that of one value; 0 of none.
    bool isSingle() const { return m_kind < Kind::Lists || m_kind == Kind::MarksOfMessages; }
    /// Each list of values has a key; which of few values are in it decides if useMasks() was called.
    bool isList() const
    {
        return (m_kind == Kind::Lists || m_kind == Kind::ListsOfMessages) && m_masks == nullptr;
    }
    static constexpr std::uint32_t kMostMasked = 64;
    /// Gives lists of the same values the same key, whatever their order is, if there are at most kMostMasked
    /// values.
    void useMasks();
    bool hasMasks() const { return m_masks != nullptr; }

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
        if (m_masks) {
            const auto [high, low] = key == 0 ? PairNumbers::Pair() : m_numbers.pairs()[key - 1];
            for (std::uint64_t rest = std::uint64_t{high} << 32U | low; rest != 0; rest &= rest - 1)
                visit(static_cast<std::uint32_t>(std::countr_zero(rest)) + 1);
        } else if (isList()) {
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

    static constexpr std::size_t kMostMasks = std::size_t{1} << 16U;
    /// Of numbers without a slot of their own.
    static constexpr std::uint32_t kFirstNumber = NumberSlots::kSmall + 1;

    /// The key of the first of m_numbers.
    std::uint32_t firstNumber() const { return m_kind == Kind::Numbers ? kFirstNumber : 1; }
    std::uint32_t valueKeyOf(CategoryCode code) const;
    void numberKeys(Row begin, Row end, std::uint32_t* out);
    void maskKeys(Row begin, Row end, std::uint32_t* out);
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
    /// last value, and that value; with masks, the halves of the mask. The key is the number of the pair and
    /// firstNumber().
    PairNumbers m_numbers;
    /// By message key or value key: a bit for each value.
    std::shared_ptr<const std::vector<std::uint64_t>> m_masks;
    std::uint64_t m_lastMask = 0;
    std::uint32_t m_lastKey = 0;
    /// Long values by their keys.
    std::unordered_map<std::uint32_t, std::string> m_long;
    /// Scratch space.
    std::vector<std::uint32_t> m_values;
    std::vector<std::uint32_t> m_starts;
};

} // namespace duologue
