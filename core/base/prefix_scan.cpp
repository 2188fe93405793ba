// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/prefix_scan.h"

#include <bit>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

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

void PrefixScan::findOneByOne(std::string_view text, std::size_t from, Accepts accepts, void* context) const
{
    for (; from < text.size(); ++from) {
        if (m_wanted.bucketsAt(text, from) != 0 && m_exceptions.bucketsAt(text, from) == 0 &&
            accepts(context, from))
            return;
    }
}

#if defined(__x86_64__)

namespace {

constexpr std::size_t kLanes = 32;
/// Blocks that are decided on together: so many have a hit in any Chinese text and none in most English ones,
/// which makes the decision easy to foresee.
constexpr std::size_t kBlocks = 4;

[[gnu::target("avx2"), gnu::always_inline]] inline __m256i load(const void* bytes)
{
    return _mm256_loadu_si256(static_cast<const __m256i*>(bytes));
}

/// The tables for one place, in registers.
struct PlaceLanes {
    __m256i low;
    __m256i high;
};

/// The buckets that take each of 32 bytes at one place.
[[gnu::target("avx2"), gnu::always_inline]] inline __m256i bucketsOf(const char* at, const PlaceLanes& place)
{
    const __m256i half = _mm256_set1_epi8(15);
    const __m256i bytes = load(at);
    return _mm256_and_si256(
        _mm256_shuffle_epi8(place.low, _mm256_and_si256(bytes, half)),
        _mm256_shuffle_epi8(place.high, _mm256_and_si256(_mm256_srli_epi16(bytes, 4), half)));
}

/// The buckets that take what begins at each of 32 bytes.
[[gnu::target("avx2"), gnu::always_inline]] inline __m256i bucketsOf(const char* at, const PlaceLanes* places)
{
    return _mm256_and_si256(bucketsOf(at, places[0]),
                            _mm256_and_si256(bucketsOf(at + 1, places[1]), bucketsOf(at + 2, places[2])));
}

} // namespace

[[gnu::target("avx2")]] void PrefixScan::findByLanes(std::string_view text, std::size_t from, Accepts accepts,
                                                     void* context) const
{
    PlaceLanes wanted[kPlaces];
    PlaceLanes exceptions[kPlaces];
    for (std::size_t place = 0; place < kPlaces; ++place) {
        wanted[place] = {load(&m_wanted.low[place]), load(&m_wanted.high[place])};
        exceptions[place] = {load(&m_exceptions.low[place]), load(&m_exceptions.high[place])};
    }
    const __m256i zero = _mm256_setzero_si256();
    for (; from + kBlocks * kLanes + 2 <= text.size(); from += kBlocks * kLanes) {
        const char* at = text.data() + from;
        __m256i hits[kBlocks];
        __m256i any = zero;
        for (std::size_t block = 0; block < kBlocks; ++block) {
            hits[block] = bucketsOf(at + block * kLanes, wanted);
            any = _mm256_or_si256(any, hits[block]);
        }
        if (_mm256_testz_si256(any, any) != 0)
            continue;
        std::uint64_t lanes[kBlocks / 2] = {};
        for (std::size_t block = 0; block < kBlocks; ++block) {
            const __m256i none = _mm256_cmpeq_epi8(bucketsOf(at + block * kLanes, exceptions), zero);
            const __m256i kept = _mm256_andnot_si256(_mm256_cmpeq_epi8(hits[block], zero), none);
            lanes[block / 2] |= std::uint64_t{static_cast<std::uint32_t>(_mm256_movemask_epi8(kept))}
                                << (block % 2 * kLanes);
        }
        for (std::size_t half = 0; half < kBlocks / 2; ++half) {
            for (std::uint64_t left = lanes[half]; left != 0; left &= left - 1) {
                if (accepts(context,
                            from + half * 2 * kLanes + static_cast<std::size_t>(std::countr_zero(left))))
                    return;
            }
        }
    }
    findOneByOne(text, from, accepts, context);
}

void PrefixScan::findEach(std::string_view text, std::size_t from, Accepts accepts, void* context) const
{
    static const bool hasLanes = __builtin_cpu_supports("avx2") != 0;
    if (hasLanes)
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
