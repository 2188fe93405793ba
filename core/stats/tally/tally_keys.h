// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <bit>
#include <cstdint>
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

} // namespace duologue
