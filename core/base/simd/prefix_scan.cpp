// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/simd/prefix_scan.h"

#include "core/base/simd/wide_lanes.h"

namespace duologue {

void PrefixScan::Tables::add(std::size_t bucket, const Prefix& prefix)
{
    const auto bit = static_cast<std::uint8_t>(1U << bucket);
    for (std::size_t place = 0; place < kCoarsePlaces; ++place) {
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
        const auto [low, high] = prefix[place];
        for (unsigned six = 0; six < 64; ++six) {
            // All of one half, and two bits of the other half, which any of four has.
            if ((low >> (six & 15U) & 1U) != 0 && (high & 0x1111U << (six >> 4U)) != 0)
                tables[place].lower[six] |= bit;
            if ((high >> (six >> 2U) & 1U) != 0 && (low & 0xFU << 4U * (six & 3U)) != 0)
                tables[place].higher[six] |= bit;
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
    const Prefix digits{first, second, NibbleSet::any(), NibbleSet::any()};
    m_escapes.add(bucket, digits);
    addFine(m_fineEscapes, bucket, digits);
    Prefix begin;
    begin[0].add('\\');
    begin[1].add('u');
    begin[2] = first;
    begin[3] = second;
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
    for (std::size_t place = 0; place < kCoarsePlaces && at + place < text.size(); ++place) {
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

void PrefixScan::findEach(std::string_view text, std::size_t from, Accepts accepts, void* context) const
{
#if defined(DUOLOGUE_WIDE_LANES)
    if (hasWidestLanes())
        return findByWidestLanes(text, from, accepts, context);
    if (hasWideLanes())
        return findByLanes(text, from, accepts, context);
#endif
    findOneByOne(text, from, accepts, context);
}

} // namespace duologue
