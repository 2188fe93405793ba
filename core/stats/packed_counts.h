// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

namespace duologue {

/// Counts what several fields say of the same messages, set by set: one count for each combination of their
/// keys, so that a message is counted once however many fields there are. One thread.
class PackedCounts {
public:
    /// Counts of so many combinations stay in the nearer caches.
    static constexpr unsigned kMostBits = 12;

    /// Bits that a key of a field with so many takes of the kMostBits that all fields share.
    static unsigned bitsFor(std::size_t keyCount)
    {
        return static_cast<unsigned>(std::bit_width(std::max<std::size_t>(keyCount, 1) - 1));
    }

    /// The bits of each field.
    PackedCounts(std::span<const unsigned> bits, std::size_t sets)
        : m_bits(bits.begin(), bits.end()), m_sets(sets)
    {
        const unsigned all = std::accumulate(bits.begin(), bits.end(), 0U);
        m_combinations = std::size_t{1} << all;
        m_counts.resize(m_combinations * sets * kTurns);
    }

    /// Takes the messages of a run: what all fields say of each, the first field in the lowest bits.
    std::uint32_t* begin(std::size_t messages)
    {
        m_packed.resize(messages);
        return m_packed.data();
    }
    /// Counts some of the messages for a set.
    void count(std::size_t set, std::uint32_t from, std::uint32_t to)
    {
        std::uint32_t* const counts = m_counts.data() + set * m_combinations * kTurns;
        for (std::uint32_t i = from; i < to; ++i)
            ++counts[m_packed[i] * kTurns + i % kTurns];
    }

    /// Calls visit(field, set, key, count) for what was counted, some keys more than once.
    template<typename Visit>
    void forEachCount(Visit&& visit) const
    {
        for (std::size_t i = 0; i < m_sets * m_combinations; ++i) {
            std::uint64_t count = 0;
            for (std::size_t turn = 0; turn < kTurns; ++turn)
                count += m_counts[i * kTurns + turn];
            if (count == 0)
                continue;
            auto packed = static_cast<std::uint32_t>(i % m_combinations);
            for (std::size_t field = 0; field < m_bits.size(); packed >>= m_bits[field++])
                visit(field, i / m_combinations, packed & ((1U << m_bits[field]) - 1), count);
        }
    }

private:
    /// Counted in turns, so that a count needs not wait for the one before it.
    static constexpr std::size_t kTurns = 2;

    /// By field.
    std::vector<unsigned> m_bits;
    std::size_t m_sets;
    std::size_t m_combinations = 1;
    std::vector<std::uint32_t> m_packed;
    /// By set, combination and turn.
    std::vector<std::uint32_t> m_counts;
};

} // namespace duologue
