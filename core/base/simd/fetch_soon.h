// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>

namespace duologue {

/// Bytes that come from memory together.
inline constexpr std::size_t kLineSize = 64;

/// Has the line of memory that is `ahead` bytes behind `place` brought nearer, so that who comes there soon
/// need not wait. An address is all that is wanted: nothing need be there.
inline void fetchSoon(const void* place, std::size_t ahead)
{
    constexpr int kForReading = 0;
    // Not the nearest cache, which is full of what is being worked on.
    constexpr int kNear = 2;
    __builtin_prefetch(reinterpret_cast<const void*>(reinterpret_cast<std::uintptr_t>(place) + ahead),
                       kForReading, kNear);
}

} // namespace duologue
