// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace duologue {

/// Sixteen bytes that are processed at once, in the vector notation of GCC and Clang: comparisons give 0xFF
/// in lanes where they are true and 0 in others.
using ByteLanes [[gnu::vector_size(16)]] = std::uint8_t;
inline constexpr std::size_t kLanes = 16;

/// The sixteen bytes from `bytes` on.
inline ByteLanes lanesAt(const char* bytes)
{
    ByteLanes lanes;
    std::memcpy(&lanes, bytes, kLanes);
    return lanes;
}

inline bool anyLane(ByteLanes mask)
{
    std::array<std::uint64_t, 2> halves{};
    std::memcpy(halves.data(), &mask, kLanes);
    return (halves[0] | halves[1]) != 0;
}

} // namespace duologue
