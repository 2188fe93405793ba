// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/parallel.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace duologue {

/// Radix sort from the least significant digit, as Knuth describes it (The Art of Computer Programming 3,
/// 5.2.5): stable, on all cores for many items, with the same result for any number of them. Item is
/// trivially copyable; keyOf(item) is its key, without sign. Bits that are the same in every key cost
/// nothing.
template<typename Item, typename KeyOf>
class RadixSort {
public:
    RadixSort(std::span<Item> items, KeyOf keyOf) : m_items(items), m_keyOf(keyOf) {}

    /// Sorts by rising keys. Throws std::bad_alloc: it needs as much memory again.
    void run()
    {
        const std::uint64_t differing = differingBits();
        if (differing == 0)
            return;
        m_spare = std::make_unique_for_overwrite<Item[]>(m_items.size());
        std::span<Item> from = m_items;
        std::span<Item> to(m_spare.get(), m_items.size());
        for (int bit = 0; bit < 64; ++bit) {
            if ((differing >> bit & 1U) == 0)
                continue;
            m_shift = bit;
            pass(from, to);
            std::swap(from, to);
            bit += kDigitBits - 1;
        }
        if (from.data() != m_items.data())
            std::copy(from.begin(), from.end(), m_items.begin());
    }

private:
    static constexpr int kDigitBits = 11;
    static constexpr std::size_t kDigits = std::size_t{1} << kDigitBits;
    /// Fewer items are not worth a thread.
    static constexpr std::size_t kFewest = std::size_t{1} << 16U;
    static constexpr std::size_t kMostParts = 8;

    using Counts = std::array<std::uint32_t, kDigits>;

    std::size_t partCount() const { return std::clamp<std::size_t>(m_items.size() / kFewest, 1, kMostParts); }
    std::size_t digit(const Item& item) const { return m_keyOf(item) >> m_shift & (kDigits - 1); }

    /// Calls body(part number, begin, end), perhaps on several threads.
    template<typename Body>
    void forEachPart(const Body& body) const
    {
        const std::size_t parts = partCount();
        parallelFor(parts, 1, [&](std::size_t first, std::size_t last) {
            for (std::size_t part = first; part < last; ++part)
                body(part, m_items.size() * part / parts, m_items.size() * (part + 1) / parts);
        });
    }

    std::uint64_t differingBits() const
    {
        std::array<std::uint64_t, kMostParts> differing{};
        forEachPart([&](std::size_t part, std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i)
                differing[part] |= m_keyOf(m_items[i]) ^ m_keyOf(m_items.front());
        });
        std::uint64_t all = 0;
        for (const std::uint64_t each : differing)
            all |= each;
        return all;
    }

    void pass(std::span<const Item> from, std::span<Item> to)
    {
        m_places.resize(partCount());
        forEachPart([&](std::size_t part, std::size_t begin, std::size_t end) {
            Counts& counts = m_places[part];
            counts.fill(0);
            for (std::size_t i = begin; i < end; ++i)
                ++counts[digit(from[i])];
        });
        std::uint32_t place = 0;
        for (std::size_t each = 0; each < kDigits; ++each) {
            for (Counts& counts : m_places)
                place += std::exchange(counts[each], place);
        }
        forEachPart([&](std::size_t part, std::size_t begin, std::size_t end) {
            Counts& places = m_places[part];
            for (std::size_t i = begin; i < end; ++i)
                to[places[digit(from[i])]++] = from[i];
        });
    }

    std::span<Item> m_items;
    KeyOf m_keyOf;
    int m_shift = 0;
    std::unique_ptr<Item[]> m_spare;
    std::vector<Counts> m_places;
};

/// Sorts `items` by keyOf(item), equal ones staying in their order.
template<typename Item, typename KeyOf>
void radixSort(std::span<Item> items, KeyOf keyOf)
{
    RadixSort<Item, KeyOf>(items, keyOf).run();
}

} // namespace duologue
