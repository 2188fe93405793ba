// SPDX-License-Identifier: GPL-3.0-or-later
// PrefixScan by blocks of 64 bytes.
#include "core/base/simd/prefix_scan.h"
#include "core/base/simd/wide_lanes.h"

#include <algorithm>
#include <bit>

#if defined(DUOLOGUE_WIDE_LANES)

namespace duologue {

namespace {

/// Behind a block's last place so many bytes more are looked at.
constexpr std::size_t kPrefixScanWidestBehind = 3;
/// Blocks are passed over two at a time.
constexpr std::size_t kPair = 2 * kWidestLanes;

} // namespace

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

/// Four bytes from each of 64 places on.
struct PrefixScan::FineBlock {
    __m512i first;
    __m512i second;
    __m512i third;
    __m512i fourth;

    [[gnu::target("avx512bw"), gnu::always_inline]] explicit FineBlock(const char* block)
        : first(widestLanesAt(block)),
          second(widestLanesAt(block + 1)),
          third(widestLanesAt(block + 2)),
          fourth(widestLanesAt(block + 3))
    {
    }
    /// Of the wanted places alone; nothing is read for others.
    [[gnu::target("avx512bw"), gnu::always_inline]] FineBlock(const char* block, std::uint64_t wanted)
        : first(widestLanesAt(block, wanted)),
          second(widestLanesAt(block + 1, wanted)),
          third(widestLanesAt(block + 2, wanted)),
          fourth(widestLanesAt(block + 3, wanted))
    {
    }
};

/// The fine tables for all places.
struct PrefixScan::FineScan {
    FineLanes first;
    FineLanes second;
    FineLanes third;
    FineLanes fourth;

    [[gnu::target("avx512bw"), gnu::always_inline]] explicit FineScan(const FineTables& tables)
        : first(tables[0]), second(tables[1]), third(tables[2]), fourth(tables[3])
    {
    }

    /// The buckets that take the first three bytes from each place on.
    [[gnu::target("avx512vbmi,avx512bw"), gnu::always_inline]] __m512i begunIn(const FineBlock& block) const
    {
        const __m512i all = _mm512_set1_epi8(-1);
        return third.bucketsOf(block.third,
                               second.bucketsOf(block.second, first.bucketsOf(block.first, all)));
    }
    /// Those of them that take the fourth as well.
    [[gnu::target("avx512vbmi,avx512bw"), gnu::always_inline]] __m512i bucketsIn(const FineBlock& block,
                                                                                 __m512i begun) const
    {
        return fourth.bucketsOf(block.fourth, begun);
    }
    [[gnu::target("avx512vbmi,avx512bw"), gnu::always_inline]] __m512i bucketsIn(const FineBlock& block) const
    {
        return bucketsIn(block, begunIn(block));
    }
};

/// Where the first pair of blocks from `from` on begins in which anything may be taken, or what is left
/// behind the last pair. A function of its own, in which the tables stay in registers.
[[gnu::target("avx512vbmi,avx512bw"), gnu::noinline]] std::size_t PrefixScan::passOver(std::string_view text,
                                                                                       std::size_t from) const
{
    const FineScan scan(m_fineSeen);
    for (; from + kPair + kPrefixScanWidestBehind <= text.size(); from += kPair) {
        const FineBlock low(text.data() + from);
        const FineBlock high(text.data() + from + kWidestLanes);
        const __m512i begunLow = scan.begunIn(low);
        const __m512i begunHigh = scan.begunIn(high);
        const __m512i begun = _mm512_or_si512(begunLow, begunHigh);
        if (_mm512_test_epi8_mask(begun, begun) == 0)
            continue;
        // The fourth byte decides seldom enough to be looked at only now.
        const __m512i any = _mm512_or_si512(scan.bucketsIn(low, begunLow), scan.bucketsIn(high, begunHigh));
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
    const FineBlock bytes(block, all);
    const __m512i wanted = FineScan(m_fineWanted).bucketsIn(bytes);
    std::uint64_t places = _mm512_mask_test_epi8_mask(all, wanted, wanted);
    if (places != 0) {
        const __m512i excepted = FineScan(m_fineExceptions).bucketsIn(bytes);
        places = _mm512_mask_testn_epi8_mask(places, excepted, excepted);
    }
    const std::uint64_t slashes = _mm512_mask_cmpeq_epi8_mask(all, bytes.first, _mm512_set1_epi8('\\'));
    const std::uint64_t escapes = _mm512_mask_cmpeq_epi8_mask(slashes, bytes.second, _mm512_set1_epi8('u'));
    if (escapes != 0) {
        const __m512i begun = FineLanes(m_fineEscapes[0]).bucketsOf(bytes.third, _mm512_set1_epi8(-1));
        const __m512i digits = FineLanes(m_fineEscapes[1]).bucketsOf(bytes.fourth, begun);
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
    for (from = passOver(text, from); from + kPair + kPrefixScanWidestBehind <= text.size();
         from = passOver(text, from + kPair)) {
        const char* const at = text.data() + from;
        if (acceptsAny(from, placesIn(at, kWidestLanes)) ||
            acceptsAny(from + kWidestLanes, placesIn(at + kWidestLanes, kWidestLanes)))
            return;
    }
    while (from + kPrefixScanWidestBehind < text.size()) {
        const std::size_t count = std::min(kWidestLanes, text.size() - kPrefixScanWidestBehind - from);
        if (acceptsAny(from, placesIn(text.data() + from, count)))
            return;
        from += count;
    }
    findOneByOne(text, from, accepts, context);
}

} // namespace duologue

#endif
