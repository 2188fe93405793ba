// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace duologue {

/// A hash table from values to numbers that does not store the values: the caller has them in a list and
/// compares them. Open addressing with eight bytes a slot. tsl::robin_map, which stores hash, value and
/// number, takes as long for few different texts and 1.7 times as long to number a million. One thread.
class CodeIndex {
public:
    static constexpr std::uint32_t kNone = 0xFFFF'FFFFU;

    /// The number with this hash for which isIt(number) is true; kNone if there is none.
    template<typename IsIt>
    std::uint32_t find(std::uint64_t hash, IsIt&& isIt) const
    {
        if (m_slots.empty())
            return kNone;
        const std::uint32_t tag = tagOf(hash);
        for (std::size_t at = tag & m_mask;; at = (at + 1) & m_mask) {
            const Slot& slot = m_slots[at];
            if (slot.number == kNone)
                return kNone;
            if (slot.tag == tag && isIt(slot.number))
                return slot.number;
        }
    }

    /// Prefetches the slot of this hash, for a find() soon.
    void expect(std::uint64_t hash) const
    {
        if (!m_slots.empty())
            __builtin_prefetch(&m_slots[tagOf(hash) & m_mask]);
    }

    /// `number` must not be kNone, and must not have been added with this hash before.
    void add(std::uint64_t hash, std::uint32_t number)
    {
        // At most half full, so that a missing value is known after a slot or two.
        if (2 * (m_used + 1) > m_slots.size())
            grow();
        put({tagOf(hash), number});
        ++m_used;
    }

private:
    struct Slot {
        std::uint32_t tag = 0;
        std::uint32_t number = kNone;
    };

    static std::uint32_t tagOf(std::uint64_t hash) { return static_cast<std::uint32_t>(hash >> 32U); }

    void put(Slot slot)
    {
        std::size_t at = slot.tag & m_mask;
        while (m_slots[at].number != kNone)
            at = (at + 1) & m_mask;
        m_slots[at] = slot;
    }

    void grow()
    {
        constexpr std::size_t kFirst = 32;
        std::vector<Slot> old(m_slots.empty() ? kFirst : 2 * m_slots.size());
        old.swap(m_slots);
        m_mask = m_slots.size() - 1;
        for (const Slot& slot : old) {
            if (slot.number != kNone)
                put(slot);
        }
    }

    std::vector<Slot> m_slots;
    std::size_t m_mask = 0;
    std::size_t m_used = 0;
};

} // namespace duologue
