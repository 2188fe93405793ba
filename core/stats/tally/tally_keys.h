// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <bit>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace duologue {

/// Gives 64-bit keys small numbers in the order of their first appearance. A hash table with open addressing.
/// One thread.
class KeyNumbers {
public:
    std::uint32_t numberOf(std::uint64_t key);
    /// By number.
    const std::vector<std::uint64_t>& keys() const { return m_keys; }

private:
    void grow();
    std::size_t placeOf(std::uint64_t key) const;

    std::vector<std::uint64_t> m_keys;
    /// A number and one; 0 is free.
    std::vector<std::uint32_t> m_places;
};

/// A value for each pair of small keys; grows with the keys, up to a limit. One thread.
class PairTable {
public:
    explicit PairTable(std::uint32_t none) : m_none(none) {}

    bool covers(std::uint32_t first, std::uint32_t second) const
    {
        return first < m_height && second < m_width;
    }
    /// Only where it covers the pair.
    std::uint32_t& operator()(std::uint32_t first, std::uint32_t second)
    {
        return m_values[std::size_t{first} * m_width + second];
    }
    /// By lines of width(), one for each first key.
    std::uint32_t* data() { return m_values.data(); }
    /// False where the pair is too large; it stays so.
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

/// Numbers pairs of keys: a group of records for each pair that there is. Small keys, which most are, find
/// theirs in a table, the rest in a hash table. One thread.
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

/// Keys for numbers: 0 for NaN, else one more than the place in values(). Small whole numbers, which most
/// are, find theirs in a table. 0 and -0 are the same. One thread.
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

/// Keys for lists of categories: 0 for none, a category's code and one where it is alone, and numbers behind
/// those of all categories for lists of several. One thread.
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

} // namespace duologue
