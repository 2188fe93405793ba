// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/table/flag_matcher.h"

#include "core/base/simd/prefetch.h"
#include "core/base/simd/wide_lanes.h"

#include <bit>

namespace duologue {

static_assert(sizeof(MessageFlags) == sizeof(std::uint32_t) && std::endian::native == std::endian::little,
              "entries are read as numbers, as FieldScan::flagsOf() puts them together");

FlagMatcher::FlagMatcher(const FieldScan::FlagBits& bits, const std::vector<std::uint8_t>& byKey)
    : m_place(bits.place), m_width(bits.width), m_wanted(std::size_t{1} << bits.width)
{
    for (std::size_t i = 0; i < m_wanted.size() && bits.firstKey + i < byKey.size(); ++i)
        m_wanted[i] = byKey[bits.firstKey + i];
    for (std::size_t i = 0; i < m_wanted.size() && m_width <= kWidestKey; ++i)
        m_wantedBits[i / 16] = static_cast<std::uint16_t>(m_wantedBits[i / 16] | m_wanted[i] << (i % 16));
}

void FlagMatcher::find(const MessageFlags* messages, std::size_t count, std::uint64_t* out,
                       std::size_t at) const
{
#if defined(DUOLOGUE_WIDE_LANES)
    if (m_width <= kWidestKey && hasWidestLanes()) {
        findByWidestLanes(messages, count, out, at);
        return;
    }
#endif
    findOneByOne(messages, count, out, at);
}

void FlagMatcher::findOneByOne(const MessageFlags* messages, std::size_t count, std::uint64_t* out,
                               std::size_t at) const
{
    const auto mask = static_cast<std::uint32_t>(m_wanted.size() - 1);
    constexpr std::size_t kLine = kCacheLine / sizeof(MessageFlags);
    for (std::size_t i = 0; i < count; ++i) {
        if (i % kLine == 0)
            prefetch(messages + i, count * sizeof(MessageFlags));
        const std::uint64_t isWanted = m_wanted[FieldScan::flagsOf(messages[i]) >> m_place & mask];
        out[(at + i) / 64] |= isWanted << ((at + i) % 64);
    }
}

#if defined(DUOLOGUE_WIDE_LANES)

[[gnu::target("avx512bw")]] void FlagMatcher::findByWidestLanes(const MessageFlags* messages,
                                                                std::size_t count, std::uint64_t* out,
                                                                std::size_t at) const
{
    constexpr std::size_t kHalf = 16;
    constexpr std::size_t kBlock = 2 * kHalf;
    // The lower halves of the numbers of both halves of a block, in a row.
    alignas(64) static constexpr auto kLower = [] {
        std::array<std::uint16_t, kBlock> places{};
        for (std::size_t i = 0; i < kBlock; ++i)
            places[i] = static_cast<std::uint16_t>(2 * i);
        return places;
    }();
    const __m512i lower = widestLanesAt(kLower.data());
    const __m512i firstWanted = widestLanesAt(m_wantedBits.data());
    const __m512i lastWanted = widestLanesAt(m_wantedBits.data() + kBlock);
    const __m512i keyMask = _mm512_set1_epi16(static_cast<short>(m_wanted.size() - 1));
    const __m128i place = _mm_cvtsi32_si128(static_cast<int>(m_place));
    for (std::size_t done = 0; done < count; done += kBlock, at += kBlock) {
        const MessageFlags* const block = messages + done;
        const std::size_t left = count - done;
        prefetch(block, count * sizeof(MessageFlags));
        prefetch(block + kHalf, count * sizeof(MessageFlags));
        const auto there =
            static_cast<std::uint32_t>(left < kBlock ? (std::uint64_t{1} << left) - 1 : ~std::uint64_t{0});
        const __m512i first = _mm512_maskz_loadu_epi32(static_cast<__mmask16>(there), block);
        const __m512i second =
            _mm512_maskz_loadu_epi32(static_cast<__mmask16>(there >> kHalf), block + kHalf);
        const __m512i keys =
            _mm512_and_si512(keyMask, _mm512_permutex2var_epi16(_mm512_srl_epi32(first, place), lower,
                                                                _mm512_srl_epi32(second, place)));
        const __m512i words = _mm512_permutex2var_epi16(firstWanted, _mm512_srli_epi16(keys, 4), lastWanted);
        const __m512i bits =
            _mm512_sllv_epi16(_mm512_set1_epi16(1), _mm512_and_si512(keys, _mm512_set1_epi16(15)));
        const std::uint64_t wanted = _mm512_test_epi16_mask(words, bits) & there;
        out[at / 64] |= wanted << (at % 64);
        out[at / 64 + 1] |= wanted >> 1 >> (63 - at % 64);
    }
}

#endif

MessageBits::MessageBits(const FieldScan& scan, const FlagMatcher& match, std::uint32_t first,
                         std::uint32_t last)
    : m_first(first), m_words((last - first) / 64 + 2)
{
    scan.forEachPieceOfMessages(first, last,
                                [&](std::size_t from, const MessageFlags* messages, std::size_t count) {
                                    match.find(messages, count, m_words.data(), from - first);
                                });
}

} // namespace duologue
