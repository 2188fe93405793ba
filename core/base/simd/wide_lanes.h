// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>

#if defined(__x86_64__)
#include <immintrin.h>
#define DUOLOGUE_WIDE_LANES 1
#endif

namespace duologue {

#if defined(DUOLOGUE_WIDE_LANES)

/// Thirty-two bytes at once (AVX2). What uses these stands in functions with the same target, which are
/// called where hasWideLanes() says so; there is another way for all other machines, and for tests of it: the
/// environment's DUOLOGUE_LANES is how many bytes may be taken at once.
inline constexpr std::size_t kWideLanes = 32;

bool hasWideLanes();

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

/// Sixty-four bytes at once (AVX-512), used like those above where hasWidestLanes() says so.
inline constexpr std::size_t kWidestLanes = 64;

/// False for the first processors that had them (without VBMI): these slow down for them.
bool hasWidestLanes();

[[gnu::target("avx512bw"), gnu::always_inline]] inline __m512i widestLanesAt(const void* bytes)
{
    return _mm512_loadu_si512(bytes);
}

/// Bits for the first `count` of 64 bytes; for all of them where there are more.
inline std::uint64_t firstBits(std::size_t count)
{
    return count < kWidestLanes ? (std::uint64_t{1} << count) - 1 : ~std::uint64_t{0};
}

/// Those bytes whose bits are in `wanted`, and 0 for others, which are not read.
[[gnu::target("avx512bw"), gnu::always_inline]] inline __m512i widestLanesAt(const void* bytes,
                                                                             std::uint64_t wanted)
{
    return _mm512_maskz_loadu_epi8(wanted, bytes);
}

/// A bit for each byte with `low` <= byte <= `high`, the first one lowest.
[[gnu::target("avx512bw"), gnu::always_inline]] inline std::uint64_t
widestBitsWithin(__m512i bytes, std::uint8_t low, std::uint8_t high)
{
    const __m512i fromLow = _mm512_sub_epi8(bytes, _mm512_set1_epi8(static_cast<char>(low)));
    return _mm512_cmple_epu8_mask(fromLow, _mm512_set1_epi8(static_cast<char>(high - low)));
}

#endif

} // namespace duologue
