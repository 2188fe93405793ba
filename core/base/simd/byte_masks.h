// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

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

/// How many bytes have a bit each in one word.
inline constexpr std::size_t kMaskBytes = 64;

/// One bit for each lane that is set; the first lane has the lowest bit.
inline std::uint64_t laneBits(ByteLanes mask)
{
#if defined(__SSE2__)
    return static_cast<std::uint16_t>(_mm_movemask_epi8(reinterpret_cast<__m128i>(mask)));
#else
    const ByteLanes weights = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
    const ByteLanes bits = mask & weights;
    std::array<std::uint64_t, 2> halves{};
    std::memcpy(halves.data(), &bits, kLanes);
    // No two lanes of a half share a bit, so the product's highest byte is their sum without carries.
    constexpr std::uint64_t kOnes = 0x0101'0101'0101'0101U;
    return (halves[0] * kOnes) >> 56U | ((halves[1] * kOnes) >> 56U) << 8U;
#endif
}

/// Each bit is the exclusive or of all bits up to it: set from each odd set bit up to the next set one.
inline std::uint64_t prefixXor(std::uint64_t bits)
{
    for (unsigned shift = 1; shift < 64; shift *= 2)
        bits ^= bits << shift;
    return bits;
}

} // namespace duologue
