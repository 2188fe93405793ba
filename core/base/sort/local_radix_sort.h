// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <utility>

namespace duologue {

/// The part of RadixSort for items that fit into a core's own cache: digit by digit from the most significant
/// one, on the calling thread. Stable. Immutable.
template<typename Item, typename KeyOf>
class LocalRadixSort {
public:
    /// The most bits of a digit.
    static constexpr int kDigitBits = 11;

    explicit LocalRadixSort(KeyOf keyOf) : m_keyOf(keyOf) {}

    /// Sorts `size` items by rising keys. `other` has the same size and gets the result if `toOther` is true.
    /// The other array is left with any items.
    void sort(Item* items, Item* other, std::size_t size, bool toOther) const
    {
        if (size <= kLeast) {
            insert(items, size);
            finish(items, other, size, toOther);
            return;
        }
        std::uint64_t differing = 0;
        for (std::size_t i = 1; i < size; ++i)
            differing |= m_keyOf(items[i]) ^ m_keyOf(items[0]);
        if (differing == 0) {
            finish(items, other, size, toOther);
            return;
        }
        // No more digits than items, because each digit takes time.
        const int bits = std::min(kDigitBits, static_cast<int>(std::bit_width(size)) - 1);
        const int shift = std::max(0, static_cast<int>(std::bit_width(differing)) - bits);
        const std::size_t digits = std::size_t{1} << bits;
        const auto digitOf = [&](const Item& item) {
            return static_cast<std::size_t>(m_keyOf(item) >> shift & (digits - 1));
        };
        Ends ends;
        std::fill_n(ends.begin(), digits, 0U);
        for (std::size_t i = 0; i < size; ++i)
            ++ends[digitOf(items[i])];
        std::exclusive_scan(ends.begin(), ends.begin() + static_cast<std::ptrdiff_t>(digits), ends.begin(),
                            0U);
        for (std::size_t i = 0; i < size; ++i)
            other[ends[digitOf(items[i])]++] = items[i];
        if (shift == 0) {
            finish(other, items, size, !toOther);
            return;
        }
        std::size_t begin = 0;
        for (std::size_t digit = 0; digit < digits; ++digit) {
            sort(other + begin, items + begin, ends[digit] - begin, !toOther);
            begin = ends[digit];
        }
    }

    /// Moves sorted items to `other` if the result is wanted there.
    static void finish(const Item* items, Item* other, std::size_t size, bool toOther)
    {
        if (toOther)
            std::copy_n(items, size, other);
    }

private:
    /// Fewer items are sorted by insertion.
    static constexpr std::size_t kLeast = 24;

    using Ends = std::array<std::uint32_t, std::size_t{1} << kDigitBits>;

    void insert(Item* items, std::size_t size) const
    {
        for (std::size_t i = 1; i < size; ++i) {
            const Item item = items[i];
            std::size_t place = i;
            for (; place > 0 && m_keyOf(item) < m_keyOf(items[place - 1]); --place)
                items[place] = items[place - 1];
            items[place] = item;
        }
    }

    KeyOf m_keyOf;
};

} // namespace duologue
