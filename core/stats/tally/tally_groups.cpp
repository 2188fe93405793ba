// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/tally/tally_groups.h"

#include <bit>
#include <functional>
#include <numeric>
#include <utility>

namespace duologue {

namespace {

/// Larger second keys do not go into the table of small pairs.
constexpr std::uint32_t kNarrow = 1U << 16U;

} // namespace

void TallyGroups::append()
{
    n.push_back(0);
    for (std::vector<Mean>& each : means)
        each.emplace_back();
}

void TallyGroups::countLine(std::uint32_t first, const std::uint32_t* second, std::size_t count)
{
    for (std::size_t i = 0; i < count;) {
        // Looked up again after each rare pair, because the table may have grown and moved.
        std::uint32_t* const line = m_counts.covers(first, 0) ? &m_counts(first, 0) : nullptr;
        const std::size_t covered = line == nullptr ? 0 : m_counts.width() / kTurns;
        // `covered` is a power of two, so four keys are below it if all of their bits are.
        for (; i + kTurns <= count && (second[i] | second[i + 1] | second[i + 2] | second[i + 3]) < covered;
             i += kTurns) {
            ++line[second[i] * kTurns];
            ++line[second[i + 1] * kTurns + 1];
            ++line[second[i + 2] * kTurns + 2];
            ++line[second[i + 3] * kTurns + 3];
        }
        for (; i < count && second[i] < covered; ++i)
            ++line[second[i] * kTurns + i % kTurns];
        if (i < count)
            countRare(first, second[i++]);
    }
}

void TallyGroups::countPairs(const std::uint32_t* first, const std::uint32_t* second, std::size_t size)
{
    // The sides of the table are powers of two, so it covers all keys if it covers all of their bits.
    const std::uint32_t firstBits = std::reduce(first, first + size, 0U, std::bit_or());
    const std::uint32_t secondBits = std::reduce(second, second + size, 0U, std::bit_or());
    if (!makeCells(firstBits, secondBits)) {
        for (std::size_t i = 0; i < size; ++i)
            count(first[i], second[i], i);
        return;
    }
    std::uint32_t* const counts = m_counts.data();
    const std::size_t width = m_counts.width();
    std::size_t i = 0;
    for (; i + kTurns <= size; i += kTurns) {
        ++counts[first[i] * width + second[i] * kTurns];
        ++counts[first[i + 1] * width + second[i + 1] * kTurns + 1];
        ++counts[first[i + 2] * width + second[i + 2] * kTurns + 2];
        ++counts[first[i + 3] * width + second[i + 3] * kTurns + 3];
    }
    for (; i < size; ++i)
        ++counts[first[i] * width + second[i] * kTurns];
}

bool TallyGroups::makeCells(std::uint32_t firstBits, std::uint32_t secondBits)
{
    return secondBits < kNarrow &&
           m_counts.growTo(firstBits, static_cast<std::uint32_t>(secondBits * kTurns + kTurns - 1));
}

unsigned TallyGroups::cellStep(std::size_t side) const
{
    return static_cast<unsigned>(std::countr_zero(side == 0 ? std::size_t{m_counts.width()} : kTurns));
}

void TallyGroups::countCells(const std::uint32_t* cells, std::size_t size)
{
    std::uint32_t* const counts = m_counts.data();
    std::size_t i = 0;
    for (; i + kTurns <= size; i += kTurns) {
        ++counts[cells[i]];
        ++counts[cells[i + 1] + 1];
        ++counts[cells[i + 2] + 2];
        ++counts[cells[i + 3] + 3];
    }
    for (; i < size; ++i)
        ++counts[cells[i]];
}

void TallyGroups::countRare(std::uint32_t first, std::uint32_t second)
{
    if (second < kNarrow && m_counts.growTo(first, static_cast<std::uint32_t>(second * kTurns + kTurns - 1)))
        ++m_counts(first, static_cast<std::uint32_t>(second * kTurns));
    else
        ++n[groupOf(first, second)];
}

void TallyGroups::flushCounts()
{
    for (std::uint32_t first = 0; first < m_counts.height(); ++first) {
        for (std::uint32_t place = 0; place < m_counts.width(); ++place) {
            if (const std::uint32_t counted = std::exchange(m_counts(first, place), 0); counted != 0)
                n[groupOf(first, static_cast<std::uint32_t>(place / kTurns))] += counted;
        }
    }
}

void TallyGroups::add(std::uint32_t first, std::uint32_t second, const TallyGroups& other, std::size_t group)
{
    const std::uint32_t here = groupOf(first, second);
    n[here] += other.n[group];
    for (std::size_t i = 0; i < means.size(); ++i)
        means[i][here].add(other.means[i][group]);
}

void SlotMeans::add(const NumberSlots& slots, std::span<const std::uint16_t> places,
                    const std::uint32_t* groups, std::vector<Mean>& means)
{
    if (means.size() > kMostGroups) {
        for (std::size_t i = 0; i < places.size(); ++i)
            addValue(means[groups[i]], slots.numbers[places[i]]);
        return;
    }
    m_counts.resize(means.size() * NumberSlots::kCount);
    for (std::size_t i = 0; i < places.size(); ++i)
        ++m_counts[groups[i] * NumberSlots::kCount + slots.slots[places[i]]];
    for (std::size_t i = 0; i < places.size() && slots.anyOther; ++i) {
        if (slots.slots[places[i]] == NumberSlots::kOther)
            means[groups[i]].add(slots.numbers[places[i]]);
    }
}

void SlotMeans::flush(std::vector<Mean>& means)
{
    for (std::size_t group = 0; group < m_counts.size() / NumberSlots::kCount; ++group) {
        for (std::uint32_t value = 0; value < NumberSlots::kSmall; ++value) {
            const std::uint32_t n = m_counts[group * NumberSlots::kCount + value];
            const double sum = static_cast<double>(n) * value;
            means[group].add(Mean{n, sum, sum * value});
        }
    }
    m_counts.clear();
}

} // namespace duologue
