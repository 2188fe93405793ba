// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#if defined(__x86_64__)
#include <immintrin.h>
#define DUOLOGUE_WIDE_LANES 1
#endif

namespace duologue {

#if defined(DUOLOGUE_WIDE_LANES)

/// Thirty-two bytes at once (AVX2). What uses these stands in functions with the same target, which are
/// called where hasWideLanes() says so; there is another way for all other machines.
inline constexpr std::size_t kWideLanes = 32;

inline bool hasWideLanes()
{
    static const bool has = __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("popcnt") != 0;
    return has;
}

[[gnu::target("avx2"), gnu::always_inline]] inline __m256i wideLanesAt(const void* bytes)
{
    return _mm256_loadu_si256(static_cast<const __m256i*>(bytes));
}

/// `low` <= each byte <= `high`.
[[gnu::target("avx2"), gnu::always_inline]] inline __m256i wideWithin(__m256i bytes, std::uint8_t low,
                                                                      std::uint8_t high)
{
    const __m256i fromLow = _mm256_sub_epi8(bytes, _mm256_set1_epi8(static_cast<char>(low)));
    const __m256i width = _mm256_set1_epi8(static_cast<char>(high - low));
    return _mm256_cmpeq_epi8(_mm256_min_epu8(fromLow, width), fromLow);
}

/// The highest bit of each byte, the first one lowest.
[[gnu::target("avx2"), gnu::always_inline]] inline std::uint32_t wideBits(__m256i lanes)
{
    return static_cast<std::uint32_t>(_mm256_movemask_epi8(lanes));
}

#endif

} // namespace duologue
