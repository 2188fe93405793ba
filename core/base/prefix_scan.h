// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string_view>
#include <vector>

namespace duologue {

/// The bytes that may stand at one place of a prefix, by their halves: any of `low` with any of `high`.
struct NibbleSet {
    std::uint16_t low = 0;
    std::uint16_t high = 0;

    static constexpr NibbleSet any() { return {0xFFFF, 0xFFFF}; }
    void add(std::uint8_t byte)
    {
        low = static_cast<std::uint16_t>(low | 1U << (byte & 15U));
        high = static_cast<std::uint16_t>(high | 1U << (byte >> 4U));
    }
    void add(const NibbleSet& other)
    {
        low |= other.low;
        high |= other.high;
    }
};

/// Finds where one of many three-byte prefixes may stand in a text, at about the speed of reading it: the
/// prefixes share eight buckets, whose bytes are told by two small tables for each place (the "Teddy"
/// algorithm of Hyperscan). Every place is found where a prefix stands, and some where none does. Immutable
/// once compiled; searches on any thread at once.
class PrefixScan {
public:
    using Prefix = std::array<NibbleSet, 3>;

    /// Those of one `group` share a bucket in any case: give one to prefixes that resemble each other.
    void add(std::uint32_t group, const Prefix& prefix);
    /// To be called once, before find().
    void compile();

    /// The first place at or behind `from`; the length of the text where there is none. What stands behind
    /// the end of the text counts as any byte.
    std::size_t find(std::string_view text, std::size_t from) const;

private:
    static constexpr std::size_t kBuckets = 8;
    static constexpr std::size_t kPlaces = 3;

    std::size_t findOneByOne(std::string_view text, std::size_t from) const;
    std::size_t findByLanes(std::string_view text, std::size_t from) const;
    unsigned bucketsAt(std::string_view text, std::size_t at) const;

    std::map<std::uint32_t, Prefix> m_groups;
    /// For each place, which buckets take a byte of that low or high half; twice over, as the instructions
    /// want it.
    struct alignas(32) Table {
        std::array<std::uint8_t, 32> buckets{};
    };
    std::array<Table, kPlaces> m_low;
    std::array<Table, kPlaces> m_high;
};

} // namespace duologue
