// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/util/prefix_scan.h"

#include "core/util/simd.h"

#include <algorithm>
#include <cstring>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/util/prefix_scan.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

namespace duologue {

/// PrefixScan::findAll() with these tables.
void findAll(const PrefixScan::AllTables& tables, std::string_view text, std::size_t from,
             const PrefixScan::Accept& accept);

} // namespace duologue

HWY_BEFORE_NAMESPACE();
namespace duologue {
namespace HWY_NAMESPACE {

using Tables = PrefixScan::AllTables;
using Accept = PrefixScan::Accept;
/// Bytes whose hits are the bits of one number.
constexpr std::size_t kBlock = 64;
/// A prefix that begins at the last position of a block ends so many bytes after the block.
constexpr std::size_t kOverlap = PrefixScan::kLength - 1;
constexpr std::size_t kPair = 2 * kBlock;

#if HWY_TARGET == HWY_SCALAR

void findAll(const Tables& tables, std::string_view text, std::size_t from, const Accept& accept)
{
    tables.findOneByOne(text, from, accept);
}

#else

namespace hn = hwy::HWY_NAMESPACE;
using Lanes = hn::CappedTag<std::uint8_t, kBlock>;
using Bytes = hn::Vec<Lanes>;
constexpr Lanes kLanes;

/// The tables for one byte of a prefix.
struct ByteTables {
    Bytes low;
    Bytes high;

    HWY_INLINE explicit ByteTables(const PrefixScan::Table& table)
        : low(hn::LoadDup128(kLanes, table.low.data())), high(hn::LoadDup128(kLanes, table.high.data()))
    {
    }

    /// The buckets that accept each byte.
    HWY_INLINE Bytes buckets(const char* bytes) const
    {
        const Bytes loaded = hn::LoadU(kLanes, reinterpret_cast<const std::uint8_t*>(bytes));
        return hn::And(hn::TableLookupBytes(low, hn::And(loaded, hn::Set(kLanes, 15))),
                       hn::TableLookupBytes(high, hn::ShiftRight<4>(loaded)));
    }
};

/// The tables for all four bytes of a prefix.
struct PrefixTables {
    ByteTables first;
    ByteTables second;
    ByteTables third;
    ByteTables fourth;

    HWY_INLINE explicit PrefixTables(const PrefixScan::Tables& tables)
        : first(tables[0]), second(tables[1]), third(tables[2]), fourth(tables[3])
    {
    }

    HWY_INLINE Bytes bucketsOfThree(const char* bytes) const
    {
        return hn::And(hn::And(first.buckets(bytes), second.buckets(bytes + 1)), third.buckets(bytes + 2));
    }
    HWY_INLINE Bytes buckets(const char* bytes) const
    {
        return hn::And(bucketsOfThree(bytes), fourth.buckets(bytes + 3));
    }
};

HWY_INLINE hn::Mask<Lanes> isSet(Bytes lanes)
{
    return hn::Ne(lanes, hn::Zero(kLanes));
}

HWY_INLINE hn::Mask<Lanes> isByte(const char* bytes, char wanted)
{
    return hn::Eq(hn::LoadU(kLanes, reinterpret_cast<const std::uint8_t*>(bytes)),
                  hn::Set(kLanes, static_cast<std::uint8_t>(wanted)));
}

HWY_INLINE hn::Mask<Lanes> beginsEscape(const char* bytes)
{
    return hn::And(isByte(bytes, '\\'), isByte(bytes + 1, 'u'));
}

/// One bit for each byte of a block: that of maskAt(address) for a vector.
template<typename MaskAt>
HWY_INLINE std::uint64_t bitsOf(const char* block, const MaskAt& maskAt)
{
    std::array<std::uint8_t, kBlock / 8> stored{};
    const std::size_t lanes = hn::Lanes(kLanes);
    for (std::size_t i = 0; i < kBlock; i += lanes)
        hn::StoreMaskBits(kLanes, maskAt(block + i), stored.data() + i / 8);
    std::uint64_t bits = 0;
    std::memcpy(&bits, stored.data(), sizeof bits);
    return bits;
}

/// One bit for each position of a block at which a wanted prefix without exception or a wanted escape begins.
/// Not inlined, so that the tables of findAll() stay in registers.
HWY_NOINLINE std::uint64_t hitsIn(const Tables& tables, const char* block)
{
    const PrefixTables wanted(tables.wanted);
    std::uint64_t hits =
        bitsOf(block, [&](const char* bytes) HWY_ATTR { return isSet(wanted.buckets(bytes)); });
    if (hits != 0) {
        const PrefixTables exceptions(tables.exceptions);
        hits &= ~bitsOf(block,
                        [&](const char* bytes) HWY_ATTR { return isSet(exceptions.bucketsOfThree(bytes)); });
    }
    const std::uint64_t escapes =
        bitsOf(block, [](const char* bytes) HWY_ATTR { return beginsEscape(bytes); });
    if (escapes == 0)
        return hits;
    const ByteTables first(tables.escapes[0]);
    const ByteTables second(tables.escapes[1]);
    return hits | (escapes & bitsOf(block, [&](const char* bytes) HWY_ATTR {
                       return isSet(hn::And(first.buckets(bytes + 2), second.buckets(bytes + 3)));
                   }));
}

/// Whether nothing that may be wanted begins in a pair of blocks. Three bytes of a prefix are enough to tell,
/// and deciding on two blocks at once makes the decision easier to predict.
HWY_INLINE bool isEmptyPair(const PrefixTables& wanted, const char* pair)
{
    const std::size_t lanes = hn::Lanes(kLanes);
    Bytes any = hn::Zero(kLanes);
    hn::Mask<Lanes> anyEscape = hn::MaskFromVec(any);
    for (std::size_t i = 0; i < kPair; i += lanes) {
        any = hn::Or(any, wanted.bucketsOfThree(pair + i));
        anyEscape = hn::Or(anyEscape, beginsEscape(pair + i));
    }
    any = hn::Or(any, hn::VecFromMask(kLanes, anyEscape));
    return hn::AllTrue(kLanes, hn::Eq(any, hn::Zero(kLanes)));
}

void findAll(const Tables& tables, std::string_view text, std::size_t from, const Accept& accept)
{
    const PrefixTables wanted(tables.wanted);
    for (; from + kPair + kOverlap <= text.size(); from += kPair) {
        const char* const pair = text.data() + from;
        if (isEmptyPair(wanted, pair))
            continue;
        if (accept.any(from, hitsIn(tables, pair)) ||
            accept.any(from + kBlock, hitsIn(tables, pair + kBlock)))
            return;
    }
    for (; from + kBlock + kOverlap <= text.size(); from += kBlock) {
        if (accept.any(from, hitsIn(tables, text.data() + from)))
            return;
    }
    // The rest, filled up to a whole block.
    if (const std::string_view rest = text.substr(from); rest.size() > kOverlap) {
        std::array<char, kBlock + kOverlap> block{};
        std::memcpy(block.data(), rest.data(), rest.size());
        const std::size_t count = rest.size() - kOverlap;
        if (accept.any(from, hitsIn(tables, block.data()) & ((std::uint64_t{1} << count) - 1)))
            return;
        from += count;
    }
    tables.findOneByOne(text, from, accept);
}

#endif

} // namespace HWY_NAMESPACE

template<>
inline constexpr auto kVersionFor<&findAll, HWY_TARGET> = &HWY_NAMESPACE::findAll;

} // namespace duologue
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace duologue {

void PrefixScan::Tables::add(std::size_t bucket, const Prefix& prefix)
{
    const auto bit = static_cast<std::uint8_t>(1U << bucket);
    for (std::size_t i = 0; i < kLength; ++i) {
        for (unsigned nibble = 0; nibble < 16; ++nibble) {
            if ((prefix[i].low >> nibble & 1U) != 0)
                (*this)[i].low[nibble] |= bit;
            if ((prefix[i].high >> nibble & 1U) != 0)
                (*this)[i].high[nibble] |= bit;
        }
    }
}

bool PrefixScan::Tables::accepts(std::string_view text, std::size_t position) const
{
    unsigned buckets = 0xFF;
    for (std::size_t i = 0; i < kLength && position + i < text.size(); ++i) {
        const auto byte = static_cast<unsigned char>(text[position + i]);
        buckets &= static_cast<unsigned>((*this)[i].low[byte & 15U] & (*this)[i].high[byte >> 4U]);
    }
    return buckets != 0;
}

bool PrefixScan::AllTables::accepts(std::string_view text, std::size_t position) const
{
    if (wanted.accepts(text, position) && !exceptions.accepts(text, position))
        return true;
    return text.substr(position).starts_with("\\u") && escapes.accepts(text, position + 2);
}

void PrefixScan::AllTables::findOneByOne(std::string_view text, std::size_t from, const Accept& accept) const
{
    for (; from < text.size(); ++from) {
        if (accepts(text, from) && accept(from))
            return;
    }
}

void PrefixScan::add(std::size_t bucket, const Prefix& prefix)
{
    m_tables.wanted.add(bucket, prefix);
}

void PrefixScan::addEscape(std::size_t bucket, const NibbleSet& first, const NibbleSet& second)
{
    m_tables.escapes.add(bucket, {first, second, NibbleSet::any(), NibbleSet::any()});
}

void PrefixScan::except(std::size_t bucket, const Prefix& prefix)
{
    m_tables.exceptions.add(bucket, prefix);
}

void findAll(const PrefixScan::AllTables& tables, std::string_view text, std::size_t from,
             const PrefixScan::Accept& accept)
{
    bestVersion<&findAll, HWY_TARGETS>()(tables, text, from, accept);
}

void PrefixScan::findAll(std::string_view text, std::size_t from, const Accept& accept) const
{
    duologue::findAll(m_tables, text, from, accept);
}

} // namespace duologue

#endif
