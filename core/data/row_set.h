// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/util/problem.h"

#include <bit>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

namespace duologue {

/// A set of rows, one bit each; all sets over the same snapshot have the same size.
class RowSet {
public:
    RowSet() = default;
    explicit RowSet(std::size_t rows, bool all = false)
        : m_words((rows + 63) / 64, all ? ~std::uint64_t{0} : 0), m_rows(rows)
    {
        clearTail();
    }

    std::size_t size() const { return m_rows; }
    bool contains(Row row) const { return (m_words[wordOf(row)] & bitOf(row)) != 0; }
    void add(Row row) { m_words[wordOf(row)] |= bitOf(row); }
    void remove(Row row) { m_words[wordOf(row)] &= ~bitOf(row); }

    /// Whether the set has a row of [begin, end). `begin` is a multiple of 64.
    bool anyIn(Row begin, Row end) const
    {
        std::uint64_t any = 0;
        const std::size_t last = indexOf(end);
        for (std::size_t i = wordOf(begin); i * 64 < last; ++i)
            any |= i * 64 + 64 <= last ? m_words[i] : m_words[i] & (bitOf(end) - 1);
        return any != 0;
    }

    /// For each row of [begin, end) in the set, writes its distance from `begin`. Returns the end of the
    /// list; `begin` is a multiple of 64.
    std::uint16_t* offsetsIn(Row begin, Row end, std::uint16_t* out) const
    {
        for (Row row = begin; row < end; row += 64) {
            std::uint64_t word = m_words[wordOf(row)];
            if (end - row < 64)
                word &= (std::uint64_t{1} << (end - row)) - 1;
            const auto offset = static_cast<std::uint16_t>(row - begin);
            if (word == ~std::uint64_t{0}) {
                std::iota(out, out + 64, offset);
                out += 64;
                continue;
            }
            for (; word != 0; word &= word - 1)
                *out++ = static_cast<std::uint16_t>(offset + std::countr_zero(word));
        }
        return out;
    }

    std::size_t count() const
    {
        std::size_t sum = 0;
        for (const std::uint64_t word : m_words)
            sum += static_cast<std::size_t>(std::popcount(word));
        return sum;
    }

    RowSet& operator&=(const RowSet& other)
    {
        for (std::size_t i = 0; i < m_words.size(); ++i)
            m_words[i] &= other.m_words[i];
        return *this;
    }
    RowSet& operator|=(const RowSet& other)
    {
        for (std::size_t i = 0; i < m_words.size(); ++i)
            m_words[i] |= other.m_words[i];
        return *this;
    }
    void invert()
    {
        for (std::uint64_t& word : m_words)
            word = ~word;
        clearTail();
    }

    /// Row r is bit r % 64 of word r / 64; bits after the last row are 0 and must stay so. Several threads
    /// may write, each to words of its own.
    std::span<const std::uint64_t> words() const { return m_words; }
    std::span<std::uint64_t> words() { return m_words; }

    /// Calls visit(row) in rising order.
    template<typename Visit>
    void forEach(Visit&& visit) const
    {
        for (std::size_t i = 0; i < m_words.size(); ++i) {
            for (std::uint64_t word = m_words[i]; word != 0; word &= word - 1)
                visit(static_cast<Row>(i * 64 + static_cast<std::size_t>(std::countr_zero(word))));
        }
    }

    bool operator==(const RowSet&) const = default;

private:
    static std::size_t wordOf(Row row) { return indexOf(row) / 64; }
    static std::uint64_t bitOf(Row row) { return std::uint64_t{1} << (indexOf(row) % 64); }

    void clearTail()
    {
        if (m_rows % 64 != 0)
            m_words.back() &= (std::uint64_t{1} << (m_rows % 64)) - 1;
    }

    std::vector<std::uint64_t> m_words;
    std::size_t m_rows = 0;
};

/// Rows in the order in which they are shown.
using RowOrder = std::vector<Row>;

} // namespace duologue
