// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/prefix_scan.h"

#include <algorithm>
#include <bit>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace duologue {

namespace {

/// Punctuation stands among Chinese text all the time; a bucket that takes its bytes by mistake costs more
/// than another.
constexpr std::array<std::array<std::uint8_t, 3>, 2> kCommon{{{0xE2, 0xE3, 0xEF}, {0x80, 0x82, 0xBC}}};
constexpr int kCommonness = 8;

bool takes(const NibbleSet& set, std::uint8_t byte)
{
    return (set.low >> (byte & 15U) & 1U) != 0 && (set.high >> (byte >> 4U) & 1U) != 0;
}

/// About how often a bucket takes what it finds.
double costOf(const PrefixScan::Prefix& bucket)
{
    double cost = 1;
    for (std::size_t place = 0; place < bucket.size(); ++place) {
        int taken = std::popcount(bucket[place].low) * std::popcount(bucket[place].high);
        if (place < kCommon.size()) {
            for (const std::uint8_t byte : kCommon[place])
                taken += takes(bucket[place], byte) ? kCommonness : 0;
        }
        cost *= taken;
    }
    return cost;
}

PrefixScan::Prefix joined(PrefixScan::Prefix prefix, const PrefixScan::Prefix& other)
{
    for (std::size_t place = 0; place < prefix.size(); ++place)
        prefix[place].add(other[place]);
    return prefix;
}

/// Joins the two whose union takes the least that neither took.
void joinCheapest(std::vector<PrefixScan::Prefix>& buckets, std::vector<double>& costs)
{
    std::size_t left = 0;
    std::size_t right = 1;
    double least = -1;
    for (std::size_t i = 0; i < buckets.size(); ++i) {
        for (std::size_t j = i + 1; j < buckets.size(); ++j) {
            const double more = costOf(joined(buckets[i], buckets[j])) - costs[i] - costs[j];
            if (least < 0 || more < least) {
                least = std::max(more, 0.0);
                left = i;
                right = j;
            }
        }
    }
    buckets[left] = joined(buckets[left], buckets[right]);
    costs[left] = costOf(buckets[left]);
    buckets.erase(buckets.begin() + static_cast<std::ptrdiff_t>(right));
    costs.erase(costs.begin() + static_cast<std::ptrdiff_t>(right));
}

} // namespace

void PrefixScan::add(std::uint32_t group, const Prefix& prefix)
{
    const auto [known, isNew] = m_groups.try_emplace(group, prefix);
    if (!isNew)
        known->second = joined(known->second, prefix);
}

void PrefixScan::compile()
{
    std::vector<Prefix> buckets;
    std::vector<double> costs;
    for (const auto& [group, prefix] : m_groups) {
        buckets.push_back(prefix);
        costs.push_back(costOf(prefix));
    }
    while (buckets.size() > kBuckets)
        joinCheapest(buckets, costs);
    for (std::size_t bucket = 0; bucket < buckets.size(); ++bucket) {
        const auto bit = static_cast<std::uint8_t>(1U << bucket);
        for (std::size_t place = 0; place < kPlaces; ++place) {
            for (unsigned nibble = 0; nibble < 32; ++nibble) {
                if ((buckets[bucket][place].low >> (nibble & 15U) & 1U) != 0)
                    m_low[place].buckets[nibble] |= bit;
                if ((buckets[bucket][place].high >> (nibble & 15U) & 1U) != 0)
                    m_high[place].buckets[nibble] |= bit;
            }
        }
    }
    m_groups.clear();
}

unsigned PrefixScan::bucketsAt(std::string_view text, std::size_t at) const
{
    unsigned buckets = 0xFF;
    for (std::size_t place = 0; place < kPlaces && at + place < text.size(); ++place) {
        const auto byte = static_cast<unsigned char>(text[at + place]);
        buckets &=
            static_cast<unsigned>(m_low[place].buckets[byte & 15U] & m_high[place].buckets[byte >> 4U]);
    }
    return buckets;
}

std::size_t PrefixScan::findOneByOne(std::string_view text, std::size_t from) const
{
    while (from < text.size() && bucketsAt(text, from) == 0)
        ++from;
    return from;
}

#if defined(__x86_64__)

namespace {

[[gnu::target("avx2"), gnu::always_inline]] inline __m256i load(const void* bytes)
{
    return _mm256_loadu_si256(static_cast<const __m256i*>(bytes));
}

/// The buckets that take each of 32 bytes at one place.
[[gnu::target("avx2"), gnu::always_inline]] inline __m256i bucketsOf(__m256i bytes, __m256i low, __m256i high)
{
    const __m256i half = _mm256_set1_epi8(15);
    return _mm256_and_si256(_mm256_shuffle_epi8(low, _mm256_and_si256(bytes, half)),
                            _mm256_shuffle_epi8(high, _mm256_and_si256(_mm256_srli_epi16(bytes, 4), half)));
}

} // namespace

[[gnu::target("avx2")]] std::size_t PrefixScan::findByLanes(std::string_view text, std::size_t from) const
{
    constexpr std::size_t kLanes = 32;
    const __m256i low0 = load(&m_low[0]);
    const __m256i low1 = load(&m_low[1]);
    const __m256i low2 = load(&m_low[2]);
    const __m256i high0 = load(&m_high[0]);
    const __m256i high1 = load(&m_high[1]);
    const __m256i high2 = load(&m_high[2]);
    for (; from + kLanes + 2 <= text.size(); from += kLanes) {
        const char* at = text.data() + from;
        const __m256i hits = _mm256_and_si256(
            bucketsOf(load(at), low0, high0),
            _mm256_and_si256(bucketsOf(load(at + 1), low1, high1), bucketsOf(load(at + 2), low2, high2)));
        if (_mm256_testz_si256(hits, hits) == 0) {
            const __m256i none = _mm256_cmpeq_epi8(hits, _mm256_setzero_si256());
            const auto lanes = ~static_cast<std::uint32_t>(_mm256_movemask_epi8(none));
            return from + static_cast<std::size_t>(std::countr_zero(lanes));
        }
    }
    return findOneByOne(text, from);
}

std::size_t PrefixScan::find(std::string_view text, std::size_t from) const
{
    static const bool hasLanes = __builtin_cpu_supports("avx2") != 0;
    return hasLanes ? findByLanes(text, from) : findOneByOne(text, from);
}

#else

std::size_t PrefixScan::find(std::string_view text, std::size_t from) const
{
    return findOneByOne(text, from);
}

#endif

} // namespace duologue
