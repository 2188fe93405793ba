// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/prefix_scan.h"

#include "core/base/wide_lanes.h"

#include <algorithm>
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

void PrefixScan::addFine(FineTables& tables, std::size_t bucket, const Prefix& prefix)
{
    const auto bit = static_cast<std::uint8_t>(1U << bucket);
    for (std::size_t place = 0; place < kPlaces; ++place) {
        for (unsigned byte = 0; byte < 256; ++byte) {
            if (!prefix[place].has(static_cast<std::uint8_t>(byte)))
                continue;
            tables[place].lower[byte & 63U] |= bit;
            tables[place].higher[byte >> 2U] |= bit;
        }
    }
}

void PrefixScan::add(std::size_t bucket, const Prefix& prefix)
{
    m_wanted.add(bucket, prefix);
    addFine(m_fineWanted, bucket, prefix);
    addFine(m_fineSeen, bucket, prefix);
}

void PrefixScan::addEscape(std::size_t bucket, const NibbleSet& first, const NibbleSet& second)
{
    const Prefix digits{first, second, NibbleSet::any()};
    m_escapes.add(bucket, digits);
    addFine(m_fineEscapes, bucket, digits);
    Prefix begin;
    begin[0].add('\\');
    begin[1].add('u');
    begin[2] = first;
    addFine(m_fineSeen, bucket, begin);
}

void PrefixScan::except(std::size_t bucket, const Prefix& prefix)
{
    m_exceptions.add(bucket, prefix);
    addFine(m_fineExceptions, bucket, prefix);
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
/// Behind a block's last place so many bytes more are looked at.
constexpr std::size_t kBehind = 3;
constexpr std::size_t kPair = 2 * kWidestLanes;

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
        for (std::size_t place = 0; place < kPlaces; ++place) {
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

/// The fine tables for one place, in registers.
struct PrefixScan::FineLanes {
    __m512i lower;
    __m512i higher;

    [[gnu::target("avx512bw"), gnu::always_inline]] explicit FineLanes(const FineTable& table)
        : lower(widestLanesAt(table.lower.data())), higher(widestLanesAt(table.higher.data()))
    {
    }

    /// Those of `buckets` that take each of 64 bytes here. A table is asked by the lowest six bits of a lane.
    [[gnu::target("avx512vbmi,avx512bw"), gnu::always_inline]] __m512i bucketsOf(__m512i bytes,
                                                                                 __m512i buckets) const
    {
        constexpr int kAllThree = 0x80;
        return _mm512_ternarylogic_epi64(buckets, _mm512_permutexvar_epi8(bytes, lower),
                                         _mm512_permutexvar_epi8(_mm512_srli_epi16(bytes, 2), higher),
                                         kAllThree);
    }
};

/// The fine tables for all places.
struct PrefixScan::FineScan {
    FineLanes first;
    FineLanes second;
    FineLanes third;

    [[gnu::target("avx512bw"), gnu::always_inline]] explicit FineScan(const FineTables& tables)
        : first(tables[0]), second(tables[1]), third(tables[2])
    {
    }

    /// The buckets that take each of 64 bytes, the one behind it and the one behind that.
    [[gnu::target("avx512vbmi,avx512bw"), gnu::always_inline]] __m512i bucketsOf(__m512i bytes, __m512i next,
                                                                                 __m512i last) const
    {
        return third.bucketsOf(last, second.bucketsOf(next, first.bucketsOf(bytes, _mm512_set1_epi8(-1))));
    }
    [[gnu::target("avx512vbmi,avx512bw"), gnu::always_inline]] __m512i bucketsIn(const char* block) const
    {
        return bucketsOf(widestLanesAt(block), widestLanesAt(block + 1), widestLanesAt(block + 2));
    }
};

/// Where the first pair of blocks from `from` on begins in which anything may be taken, or what is left
/// behind the last pair. A function of its own, in which the tables stay in registers.
[[gnu::target("avx512vbmi,avx512bw"), gnu::noinline]] std::size_t PrefixScan::passOver(std::string_view text,
                                                                                       std::size_t from) const
{
    const FineScan scan(m_fineSeen);
    for (; from + kPair + kBehind <= text.size(); from += kPair) {
        const char* const at = text.data() + from;
        const __m512i any = _mm512_or_si512(scan.bucketsIn(at), scan.bucketsIn(at + kWidestLanes));
        if (_mm512_test_epi8_mask(any, any) != 0)
            break;
    }
    return from;
}

/// Of the first `count` of 64 places, where prefixes and escapes may stand, looked at closely: without
/// exceptions, and of escapes only those that are wanted.
[[gnu::target("avx512vbmi,avx512bw")]] std::uint64_t PrefixScan::placesIn(const char* block,
                                                                          std::size_t count) const
{
    const std::uint64_t all = firstBits(count);
    const __m512i bytes = widestLanesAt(block, all);
    const __m512i next = widestLanesAt(block + 1, all);
    const __m512i last = widestLanesAt(block + 2, all);
    const __m512i wanted = FineScan(m_fineWanted).bucketsOf(bytes, next, last);
    std::uint64_t places = _mm512_mask_test_epi8_mask(all, wanted, wanted);
    if (places != 0) {
        const __m512i excepted = FineScan(m_fineExceptions).bucketsOf(bytes, next, last);
        places = _mm512_mask_testn_epi8_mask(places, excepted, excepted);
    }
    const std::uint64_t slashes = _mm512_mask_cmpeq_epi8_mask(all, bytes, _mm512_set1_epi8('\\'));
    const std::uint64_t escapes = _mm512_mask_cmpeq_epi8_mask(slashes, next, _mm512_set1_epi8('u'));
    if (escapes != 0) {
        const __m512i begun = FineLanes(m_fineEscapes[0]).bucketsOf(last, _mm512_set1_epi8(-1));
        const __m512i digits = FineLanes(m_fineEscapes[1]).bucketsOf(widestLanesAt(block + 3, all), begun);
        places |= _mm512_mask_test_epi8_mask(escapes, digits, digits);
    }
    return places;
}

[[gnu::target("avx512vbmi,avx512bw")]] void
PrefixScan::findByWidestLanes(std::string_view text, std::size_t from, Accepts accepts, void* context) const
{
    const auto acceptsAny = [&](std::size_t block, std::uint64_t places) {
        for (; places != 0; places &= places - 1) {
            if (accepts(context, block + static_cast<std::size_t>(std::countr_zero(places))))
                return true;
        }
        return false;
    };
    for (from = passOver(text, from); from + kPair + kBehind <= text.size();
         from = passOver(text, from + kPair)) {
        const char* const at = text.data() + from;
        if (acceptsAny(from, placesIn(at, kWidestLanes)) ||
            acceptsAny(from + kWidestLanes, placesIn(at + kWidestLanes, kWidestLanes)))
            return;
    }
    while (from + kBehind < text.size()) {
        const std::size_t count = std::min(kWidestLanes, text.size() - kBehind - from);
        if (acceptsAny(from, placesIn(text.data() + from, count)))
            return;
        from += count;
    }
    findOneByOne(text, from, accepts, context);
}

void PrefixScan::findEach(std::string_view text, std::size_t from, Accepts accepts, void* context) const
{
    if (hasWidestLanes())
        findByWidestLanes(text, from, accepts, context);
    else if (hasWideLanes())
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
