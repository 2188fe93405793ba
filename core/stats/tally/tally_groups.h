// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/stats/inference/mean.h"
#include "core/stats/tally/number_slots.h"
#include "core/stats/tally/tally_keys.h"

#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

namespace duologue {

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

} // namespace duologue
