// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>

#if defined(__x86_64__)
#include <immintrin.h>
#define DUOLOGUE_WIDE_LANES 1
#endif

namespace duologue {

#if defined(DUOLOGUE_WIDE_LANES)

/// Thirty-two bytes at once (AVX2). Code with these is in functions with the same target, which are called
/// only if hasWideLanes() is true. DUOLOGUE_LANES limits these as it limits Highway (lane_limit.h).
inline constexpr std::size_t kWideLanes = 32;

bool hasWideLanes();

[[gnu::target("avx2"), gnu::always_inline]] inline __m256i wideLanesAt(const void* bytes)
{
    return _mm256_loadu_si256(static_cast<const __m256i*>(bytes));
}

#endif

} // namespace duologue
