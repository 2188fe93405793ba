// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace duologue {

/// Sixteen bytes that are worked on at once, in the vector notation of GCC and Clang: comparisons give 0xFF
/// in the lanes where they hold and 0 elsewhere.
using ByteLanes [[gnu::vector_size(16)]] = std::uint8_t;
inline constexpr std::size_t kLanes = 16;

/// The sixteen bytes from `bytes` on.
inline ByteLanes lanesAt(const char* bytes)
{
    ByteLanes lanes;
    std::memcpy(&lanes, bytes, kLanes);
    return lanes;
}

/// `low` <= each byte <= `high`.
inline ByteLanes within(ByteLanes bytes, std::uint8_t low, std::uint8_t high)
{
    return static_cast<ByteLanes>((bytes - low) <= static_cast<std::uint8_t>(high - low));
}

inline bool anyLane(ByteLanes mask)
{
    std::array<std::uint64_t, 2> halves{};
    std::memcpy(halves.data(), &mask, kLanes);
    return (halves[0] | halves[1]) != 0;
}

/// Counts lanes that hold, over many masks.
class LaneCount {
public:
    void add(ByteLanes mask)
    {
        m_lanes -= mask;
        if (++m_added == kMostInLane)
            flush();
    }

    std::size_t total()
    {
        flush();
        return m_total;
    }

private:
    static constexpr unsigned kMostInLane = 255;

    void flush()
    {
        for (std::size_t i = 0; i < kLanes; ++i)
            m_total += m_lanes[i];
        m_lanes = ByteLanes{};
        m_added = 0;
    }

    ByteLanes m_lanes{};
    unsigned m_added = 0;
    std::size_t m_total = 0;
};

} // namespace duologue
