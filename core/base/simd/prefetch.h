// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>

namespace duologue {

/// Size of a cache line in bytes.
inline constexpr std::size_t kCacheLine = 64;

/// Starts to load the cache line that is `ahead` bytes after `address`. The line need not exist.
inline void prefetch(const void* address, std::size_t ahead)
{
    constexpr int kForReading = 0;
    // Into the second level of cache: the first is full of what is being worked on.
    constexpr int kLocality = 2;
    // A number, because the address may be past the end of an array.
    // NOLINTNEXTLINE(performance-no-int-to-ptr)
    __builtin_prefetch(reinterpret_cast<const void*>(reinterpret_cast<std::uintptr_t>(address) + ahead),
                       kForReading, kLocality);
}

} // namespace duologue
