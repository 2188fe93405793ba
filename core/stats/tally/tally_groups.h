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

/// Adds a value where there is one (not NaN), without a branch: whether it is there is as good as random.
inline void addValue(Mean& mean, double value)
{
    const bool there = !std::isnan(value);
    const double added = there ? value : 0;
    mean.n += there ? 1 : 0;
    mean.sum += added;
    mean.sumOfSquares += added * added;
}

/// Counts and means by pairs of keys.
struct TallyGroups {
    explicit TallyGroups(std::size_t meanCount) : means(meanCount) {}

    std::uint32_t groupOf(std::uint32_t first, std::uint32_t second)
    {
        const std::uint32_t group = numbers.numberOf(first, second);
        if (group == n.size())
            append();
        return group;
    }
    /// One more for each pair of `first` and one of `count` second keys. Counts so are in `n` only after
    /// flushCounts().
    void countLine(std::uint32_t first, const std::uint32_t* second, std::size_t count);
    /// One more of a pair; likewise.
    void count(std::uint32_t first, std::uint32_t second, std::size_t turn)
    {
        if (!m_counts.covers(first, second * kTurns))
            countRare(first, second);
        else
            ++m_counts(first, second * kTurns + static_cast<std::uint32_t>(turn % kTurns));
    }
    /// One more of each of `size` pairs; likewise.
    void countPairs(const std::uint32_t* first, const std::uint32_t* second, std::size_t size);
    /// Makes a table of counts that has a cell for each pair of keys with no other bits than these, or says
    /// that it would be too large.
    bool makeCells(std::uint32_t firstBits, std::uint32_t secondBits);
    /// How far to the left a key is shifted before it is added up to a cell: of the first (0) and the second
    /// (1) of a pair.
    unsigned cellStep(std::size_t side) const;
    /// One more in each of `size` cells; likewise.
    void countCells(const std::uint32_t* cells, std::size_t size);
    void flushCounts();
    /// Adds a group of `other` to the one of these keys.
    void add(std::uint32_t first, std::uint32_t second, const TallyGroups& other, std::size_t group);

    PairNumbers numbers;
    /// By group.
    std::vector<std::uint64_t> n;
    /// By mean, then by group.
    std::vector<std::vector<Mean>> means;

private:
    void append();
    void countRare(std::uint32_t first, std::uint32_t second);

    /// Small pairs are counted apart, and in turns, so that a count needs not wait for the one before it.
    static constexpr std::uint32_t kTurns = 4;

    /// By first key, second key and turn.
    PairTable m_counts{0};
};

/// Adds up numbers by small groups: whole ones are counted, which is exact and needs no sum to wait for the
/// one before it.
class SlotMeans {
public:
    /// Adds those of `slots` at `places`, each to the group of the same index.
    void add(const NumberSlots& slots, std::span<const std::uint16_t> places, const std::uint32_t* groups,
             std::vector<Mean>& means);
    /// Before the means are read.
    void flush(std::vector<Mean>& means);

private:
    /// More groups would not stay in the nearest cache.
    static constexpr std::size_t kMostGroups = 64;

    /// By group and slot.
    std::vector<std::uint32_t> m_counts;
};

} // namespace duologue
