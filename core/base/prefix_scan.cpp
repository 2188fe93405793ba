// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/prefix_scan.h"

#include "core/base/wide_lanes.h"

#include <bit>

namespace duologue {

void PrefixScan::Tables::add(std::size_t bucket, const Prefix& prefix)
{
    const auto bit = static_cast<std::uint8_t>(1U << bucket);
    for (std::size_t place = 0; place < kPlaces; ++place) {
        for (unsigned nibble = 0; nibble < 32; ++nibble) {
            if ((prefix[place].low >> (nibble & 15U) & 1U) != 0)
                low[place].buckets[nibble] |= bit;
            if ((prefix[place].high >> (nibble & 15U) & 1U) != 0)
                high[place].buckets[nibble] |= bit;
        }
    }
}

unsigned PrefixScan::Tables::bucketsAt(std::string_view text, std::size_t at) const
{
    unsigned buckets = 0xFF;
    for (std::size_t place = 0; place < kPlaces && at + place < text.size(); ++place) {
        const auto byte = static_cast<unsigned char>(text[at + place]);
        buckets &= static_cast<unsigned>(low[place].buckets[byte & 15U] & high[place].buckets[byte >> 4U]);
    }
    return buckets;
}

bool PrefixScan::mayBeginAt(std::string_view text, std::size_t at) const
{
    if (m_wanted.bucketsAt(text, at) != 0 && m_exceptions.bucketsAt(text, at) == 0)
        return true;
    return text[at] == '\\' && at + 1 < text.size() && text[at + 1] == 'u' &&
           m_escapes.bucketsAt(text, at + 2) != 0;
}

void PrefixScan::findOneByOne(std::string_view text, std::size_t from, Accepts accepts, void* context) const
{
    for (; from < text.size(); ++from) {
        if (mayBeginAt(text, from) && accepts(context, from))
            return;
    }
}

#if defined(DUOLOGUE_WIDE_LANES)

namespace {

/// Blocks that are decided on together: so many have a hit in any Chinese text and none in most English ones,
/// which makes the decision easy to foresee.
constexpr std::size_t kBlocks = 4;

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

/// What a block's hits are when looked at closely: without exceptions, and with the escapes that are wanted.
[[gnu::target("avx2")]] std::uint32_t PrefixScan::lanesAt(const char* at) const
{
    const __m256i bytes[] = {wideLanesAt(at), wideLanesAt(at + 1), wideLanesAt(at + 2), wideLanesAt(at + 3)};
    __m256i hits = _mm256_set1_epi8(-1);
    __m256i exceptions = hits;
    for (std::size_t place = 0; place < kPlaces; ++place) {
        const PlaceLanes wanted(&m_wanted.low[place], &m_wanted.high[place]);
        const PlaceLanes except(&m_exceptions.low[place], &m_exceptions.high[place]);
        hits = _mm256_and_si256(hits, wanted.bucketsOf(bytes[place]));
        exceptions = _mm256_and_si256(exceptions, except.bucketsOf(bytes[place]));
    }
    const PlaceLanes firstDigit(&m_escapes.low[0], &m_escapes.high[0]);
    const PlaceLanes secondDigit(&m_escapes.low[1], &m_escapes.high[1]);
    const __m256i escapes =
        _mm256_and_si256(beginsEscape(bytes[0], bytes[1]),
                         _mm256_and_si256(firstDigit.bucketsOf(bytes[2]), secondDigit.bucketsOf(bytes[3])));
    return (lanesSet(hits) & ~lanesSet(exceptions)) | lanesSet(escapes);
}

[[gnu::target("avx2")]] void PrefixScan::findByLanes(std::string_view text, std::size_t from, Accepts accepts,
                                                     void* context) const
{
    const PlaceLanes first(&m_wanted.low[0], &m_wanted.high[0]);
    const PlaceLanes second(&m_wanted.low[1], &m_wanted.high[1]);
    const PlaceLanes third(&m_wanted.low[2], &m_wanted.high[2]);
    // Behind a block's last place stand three more bytes that are looked at.
    for (; from + kBlocks * kWideLanes + 3 <= text.size(); from += kBlocks * kWideLanes) {
        const char* at = text.data() + from;
        __m256i any = _mm256_setzero_si256();
        for (std::size_t block = 0; block < kBlocks; ++block) {
            const __m256i bytes = wideLanesAt(at + block * kWideLanes);
            const __m256i next = wideLanesAt(at + block * kWideLanes + 1);
            const __m256i hits =
                _mm256_and_si256(first.bucketsOf(bytes),
                                 _mm256_and_si256(second.bucketsOf(next),
                                                  third.bucketsOf(wideLanesAt(at + block * kWideLanes + 2))));
            any = _mm256_or_si256(any, _mm256_or_si256(hits, beginsEscape(bytes, next)));
        }
        if (_mm256_testz_si256(any, any) != 0)
            continue;
        for (std::size_t block = 0; block < kBlocks; ++block) {
            for (std::uint32_t lanes = lanesAt(at + block * kWideLanes); lanes != 0; lanes &= lanes - 1) {
                if (accepts(context,
                            from + block * kWideLanes + static_cast<std::size_t>(std::countr_zero(lanes))))
                    return;
            }
        }
    }
    findOneByOne(text, from, accepts, context);
}

void PrefixScan::findEach(std::string_view text, std::size_t from, Accepts accepts, void* context) const
{
    if (hasWideLanes())
        findByLanes(text, from, accepts, context);
    else
        findOneByOne(text, from, accepts, context);
}

#else

void PrefixScan::findEach(std::string_view text, std::size_t from, Accepts accepts, void* context) const
{
    findOneByOne(text, from, accepts, context);
}

#endif

} // namespace duologue
