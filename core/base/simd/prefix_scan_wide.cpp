// SPDX-License-Identifier: GPL-3.0-or-later
// PrefixScan by blocks of 32 bytes.
#include "core/base/simd/prefix_scan.h"
#include "core/base/simd/wide_lanes.h"

#include <bit>

#if defined(DUOLOGUE_WIDE_LANES)

namespace duologue {

namespace {

/// Blocks that are decided on together: so many have a hit in any Chinese text and none in most English ones,
/// which makes the decision easy to foresee.
constexpr std::size_t kBlocks = 4;
/// Behind a block's last place so many bytes more are looked at.
constexpr std::size_t kBehind = 3;

/// The tables for one place, in registers.
struct PlaceLanes {
    __m256i low;
    __m256i high;

    [[gnu::target("avx2"), gnu::always_inline]] PlaceLanes(const void* lowTable, const void* highTable)
        : low(wideLanesAt(lowTable)), high(wideLanesAt(highTable))
    {
    }

    /// The buckets that take each of 32 bytes here.
    [[gnu::target("avx2"), gnu::always_inline]] __m256i bucketsOf(__m256i bytes) const
    {
        const __m256i half = _mm256_set1_epi8(15);
        return _mm256_and_si256(
            _mm256_shuffle_epi8(low, _mm256_and_si256(bytes, half)),
            _mm256_shuffle_epi8(high, _mm256_and_si256(_mm256_srli_epi16(bytes, 4), half)));
    }
};

/// One bit for each lane that is not 0.
[[gnu::target("avx2"), gnu::always_inline]] inline std::uint32_t lanesSet(__m256i lanes)
{
    return ~wideBits(_mm256_cmpeq_epi8(lanes, _mm256_setzero_si256()));
}

[[gnu::target("avx2"), gnu::always_inline]] inline __m256i beginsEscape(__m256i bytes, __m256i next)
{
    return _mm256_and_si256(_mm256_cmpeq_epi8(bytes, _mm256_set1_epi8('\\')),
                            _mm256_cmpeq_epi8(next, _mm256_set1_epi8('u')));
}

} // namespace

/// Looks at blocks of 32 places.
struct PrefixScan::Lanes {
    const PrefixScan& scan;
    PlaceLanes first;
    PlaceLanes second;
    PlaceLanes third;

    [[gnu::target("avx2"), gnu::always_inline]] explicit Lanes(const PrefixScan& of)
        : scan(of),
          first(&of.m_wanted.low[0], &of.m_wanted.high[0]),
          second(&of.m_wanted.low[1], &of.m_wanted.high[1]),
          third(&of.m_wanted.low[2], &of.m_wanted.high[2])
    {
    }

    /// The buckets that take the three bytes from each place on.
    [[gnu::target("avx2"), gnu::always_inline]] __m256i bucketsIn(const char* block) const
    {
        return _mm256_and_si256(first.bucketsOf(wideLanesAt(block)),
                                _mm256_and_si256(second.bucketsOf(wideLanesAt(block + 1)),
                                                 third.bucketsOf(wideLanesAt(block + 2))));
    }

    /// Where prefixes and escapes may stand, looked at closely: without exceptions, and of escapes only those
    /// that are wanted. `buckets` are the block's.
    [[gnu::target("avx2")]] std::uint32_t placesIn(const char* block, __m256i buckets) const
    {
        std::uint32_t places = 0;
        if (_mm256_testz_si256(buckets, buckets) == 0)
            places = lanesSet(buckets) & ~exceptionsIn(block);
        const __m256i escapes = beginsEscape(wideLanesAt(block), wideLanesAt(block + 1));
        if (_mm256_testz_si256(escapes, escapes) == 0)
            places |= lanesSet(_mm256_and_si256(escapes, digitsIn(block + 2)));
        return places;
    }

private:
    [[gnu::target("avx2"), gnu::always_inline]] std::uint32_t exceptionsIn(const char* block) const
    {
        __m256i buckets = _mm256_set1_epi8(-1);
        for (std::size_t place = 0; place < kCoarsePlaces; ++place) {
            const PlaceLanes taken(&scan.m_exceptions.low[place], &scan.m_exceptions.high[place]);
            buckets = _mm256_and_si256(buckets, taken.bucketsOf(wideLanesAt(block + place)));
        }
        return lanesSet(buckets);
    }

    [[gnu::target("avx2"), gnu::always_inline]] __m256i digitsIn(const char* block) const
    {
        const PlaceLanes firstDigit(&scan.m_escapes.low[0], &scan.m_escapes.high[0]);
        const PlaceLanes secondDigit(&scan.m_escapes.low[1], &scan.m_escapes.high[1]);
        return _mm256_and_si256(firstDigit.bucketsOf(wideLanesAt(block)),
                                secondDigit.bucketsOf(wideLanesAt(block + 1)));
    }
};

[[gnu::target("avx2")]] void PrefixScan::findByLanes(std::string_view text, std::size_t from, Accepts accepts,
                                                     void* context) const
{
    const Lanes lanes(*this);
    const auto acceptsAny = [&](std::size_t block, std::uint32_t places) {
        for (; places != 0; places &= places - 1) {
            if (accepts(context, block + static_cast<std::size_t>(std::countr_zero(places))))
                return true;
        }
        return false;
    };
    for (; from + kBlocks * kWideLanes + kBehind <= text.size(); from += kBlocks * kWideLanes) {
        const char* const at = text.data() + from;
        __m256i buckets[kBlocks];
        __m256i any = _mm256_setzero_si256();
        for (std::size_t i = 0; i < kBlocks; ++i) {
            const char* const block = at + i * kWideLanes;
            buckets[i] = lanes.bucketsIn(block);
            any = _mm256_or_si256(
                any, _mm256_or_si256(buckets[i], beginsEscape(wideLanesAt(block), wideLanesAt(block + 1))));
        }
        if (_mm256_testz_si256(any, any) != 0)
            continue;
        for (std::size_t i = 0; i < kBlocks; ++i) {
            const std::size_t block = from + i * kWideLanes;
            if (acceptsAny(block, lanes.placesIn(text.data() + block, buckets[i])))
                return;
        }
    }
    for (; from + kWideLanes + kBehind <= text.size(); from += kWideLanes) {
        const char* const block = text.data() + from;
        if (acceptsAny(from, lanes.placesIn(block, lanes.bucketsIn(block))))
            return;
    }
    if (text.size() >= kWideLanes + kBehind && from + kBehind < text.size()) {
        // The last whole block again, of which only what is behind the others counts.
        const std::size_t last = text.size() - kBehind - kWideLanes;
        const char* const block = text.data() + last;
        const std::uint32_t behind = ~std::uint32_t{0} << (from - last);
        if (acceptsAny(last, lanes.placesIn(block, lanes.bucketsIn(block)) & behind))
            return;
        from = text.size() - kBehind;
    }
    findOneByOne(text, from, accepts, context);
}

} // namespace duologue

#endif
