// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/tally/number_slots.h"

#include "core/base/simd/prefetch.h"
#include "core/base/simd/wide_lanes.h"

#include <bit>

namespace duologue {

namespace {

constexpr double kShift = 0x1p52;

} // namespace

NumberSlots::NumberSlots(std::span<const double> all) : numbers(all)
{
    std::size_t done = 0;
#if defined(DUOLOGUE_WIDE_LANES)
    if (hasWideLanes())
        done = takeWide();
#endif
    take(done);
}

#if defined(DUOLOGUE_WIDE_LANES)
/// Like take(), four numbers at a time; returns how many it has taken.
[[gnu::target("avx2")]] std::size_t NumberSlots::takeWide()
{
    const __m256d shift = _mm256_set1_pd(kShift);
    const __m256d end = _mm256_set1_pd(kSmall);
    const __m256i none = _mm256_set1_epi64x(kNone);
    const __m256i evenWords = _mm256_setr_epi32(0, 2, 4, 6, 0, 2, 4, 6);
    __m256i others = _mm256_setzero_si256();
    std::size_t i = 0;
    for (; i + 4 <= numbers.size(); i += 4) {
        prefetch(numbers.data() + i, numbers.size_bytes());
        const __m256d value = _mm256_loadu_pd(numbers.data() + i);
        const __m256d shifted = _mm256_add_pd(value, shift);
        const __m256d isWhole = _mm256_cmp_pd(_mm256_sub_pd(shifted, shift), value, _CMP_EQ_OQ);
        const __m256d isWithin = _mm256_and_pd(_mm256_cmp_pd(value, _mm256_setzero_pd(), _CMP_GE_OQ),
                                               _mm256_cmp_pd(value, end, _CMP_LT_OQ));
        const __m256i isSmall = _mm256_castpd_si256(_mm256_and_pd(isWhole, isWithin));
        const __m256i isNumber = _mm256_castpd_si256(_mm256_cmp_pd(value, value, _CMP_EQ_OQ));
        // -1 for other numbers, so that none - isOther is kOther.
        const __m256i isOther = _mm256_andnot_si256(isSmall, isNumber);
        const __m256i slot =
            _mm256_blendv_epi8(_mm256_sub_epi64(none, isOther), _mm256_castpd_si256(shifted), isSmall);
        _mm_storeu_si128(reinterpret_cast<__m128i*>(slots.data() + i),
                         _mm256_castsi256_si128(_mm256_permutevar8x32_epi32(slot, evenWords)));
        others = _mm256_or_si256(others, isOther);
    }
    anyOther = _mm256_testz_si256(others, others) == 0;
    return i;
}
#endif

void NumberSlots::take(std::size_t from)
{
    // Adding 2^52 to a small whole number leaves it in the low bits of the sum; for a fraction, subtracting
    // 2^52 again gives a different number. There are no branches because they would be unpredictable.
    std::uint32_t others = 0;
    for (std::size_t i = from; i < numbers.size(); ++i) {
        const double value = numbers[i];
        const double shifted = value + kShift;
        const auto small = static_cast<std::uint32_t>(std::bit_cast<std::uint64_t>(shifted));
        const auto isSmall = static_cast<std::uint32_t>(value >= 0) &
                             static_cast<std::uint32_t>(value < kSmall) &
                             static_cast<std::uint32_t>(shifted - kShift == value);
        const auto isOther = static_cast<std::uint32_t>(value == value) & (isSmall ^ 1U);
        slots[i] = ((0 - isSmall) & small) | ((isSmall ^ 1U) * kNone + isOther);
        others |= isOther;
    }
    anyOther = anyOther || others != 0;
}

} // namespace duologue
