// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/simd/script_counts.h"

#include "core/base/simd/byte_lanes.h"
#include "core/base/simd/wide_lanes.h"

#include <bit>

namespace duologue {

namespace {

void addOneByOne(std::string_view text, std::size_t begin, ScriptCounts& counts)
{
    for (std::size_t i = begin; i < text.size(); ++i) {
        const auto byte = static_cast<unsigned char>(text[i]);
        if (byte < 0x80)
            counts.latin += static_cast<std::size_t>((byte & 0x40U) != 0);
        else if (byte < 0xC0)
            ++counts.continuations;
        else if (byte >= 0xE4 && byte <= 0xE9)
            ++counts.han;
        else if (byte == 0xE3)
            counts.kana += static_cast<std::size_t>(i + 1 < text.size() &&
                                                    static_cast<unsigned char>(text[i + 1]) >= 0x81 &&
                                                    static_cast<unsigned char>(text[i + 1]) <= 0x83);
        else if (byte >= 0xEA && byte <= 0xED)
            ++counts.hangul;
        else if (byte >= 0xCE && byte <= 0xE1)
            ++counts.other;
    }
}

ScriptCounts scriptsByLanes(std::string_view utf8)
{
    std::size_t at = 0;
    LaneCount latin;
    LaneCount han;
    LaneCount kana;
    LaneCount hangul;
    LaneCount other;
    LaneCount continuations;
    for (; at + kLanes < utf8.size(); at += kLanes) {
        const ByteLanes bytes = lanesAt(utf8.data() + at);
        latin.add(within(bytes, 0x40, 0x7F));
        if (!anyLane(bytes & 0x80))
            continue;
        const ByteLanes next = lanesAt(utf8.data() + at + 1);
        han.add(within(bytes, 0xE4, 0xE9));
        kana.add(within(bytes, 0xE3, 0xE3) & within(next, 0x81, 0x83));
        hangul.add(within(bytes, 0xEA, 0xED));
        other.add(within(bytes, 0xCE, 0xE1));
        continuations.add(within(bytes, 0x80, 0xBF));
    }
    ScriptCounts counts{latin.total(),  han.total(),   kana.total(),
                        hangul.total(), other.total(), continuations.total()};
    addOneByOne(utf8, at, counts);
    return counts;
}

std::size_t continuationsOneByOne(std::string_view utf8)
{
    std::size_t count = 0;
    for (const char c : utf8)
        count += static_cast<std::size_t>((static_cast<unsigned char>(c) & 0xC0U) == 0x80U);
    return count;
}

std::size_t continuationsByLanes(std::string_view utf8)
{
    LaneCount lanes;
    std::size_t at = 0;
    for (; at + kLanes <= utf8.size(); at += kLanes)
        lanes.add(within(lanesAt(utf8.data() + at), 0x80, 0xBF));
    return lanes.total() + continuationsOneByOne(utf8.substr(at));
}

#if defined(DUOLOGUE_WIDE_LANES)

/// As signed numbers continuing bytes are the lowest: -128 to -65.
[[gnu::target("avx2"), gnu::always_inline]] inline std::uint32_t continuationBits(__m256i bytes)
{
    return wideBits(_mm256_cmpgt_epi8(_mm256_set1_epi8(-64), bytes));
}

/// Those bytes of a block whose bits are in `wanted`; `next` begins one byte later.
[[gnu::target("avx2,popcnt"), gnu::always_inline]] inline void
addBlock(__m256i bytes, __m256i next, std::uint32_t wanted, ScriptCounts& counts)
{
    const auto count = [](std::uint32_t bits) { return static_cast<std::size_t>(std::popcount(bits)); };
    const std::uint32_t beyondAscii = wideBits(bytes);
    // The bit of letters becomes the highest one.
    const std::uint32_t letters = wideBits(_mm256_add_epi8(bytes, bytes));
    counts.latin += count(letters & ~beyondAscii & wanted);
    if (beyondAscii == 0)
        return;
    counts.continuations += count(continuationBits(bytes) & wanted);
    counts.han += count(wideBits(wideWithin(bytes, 0xE4, 0xE9)) & wanted);
    const std::uint32_t kanaLeads = wideBits(wideWithin(bytes, 0xE3, 0xE3)) & wanted;
    if (kanaLeads != 0)
        counts.kana += count(kanaLeads & wideBits(wideWithin(next, 0x81, 0x83)));
    counts.hangul += count(wideBits(wideWithin(bytes, 0xEA, 0xED)) & wanted);
    counts.other += count(wideBits(wideWithin(bytes, 0xCE, 0xE1)) & wanted);
}

[[gnu::target("avx2,popcnt")]] ScriptCounts scriptsByWideLanes(std::string_view utf8)
{
    constexpr std::uint32_t kAll = 0xFFFF'FFFFU;
    ScriptCounts counts;
    std::size_t at = 0;
    for (; at + kWideLanes < utf8.size(); at += kWideLanes)
        addBlock(wideLanesAt(utf8.data() + at), wideLanesAt(utf8.data() + at + 1), kAll, counts);
    // The block that ends with the byte before the last one, of which only what is behind the others counts.
    if (at > 0 && at + 1 < utf8.size()) {
        const char* const block = utf8.data() + utf8.size() - 1 - kWideLanes;
        const auto known = static_cast<unsigned>(kWideLanes - (utf8.size() - 1 - at));
        addBlock(wideLanesAt(block), wideLanesAt(block + 1), kAll << known, counts);
        at = utf8.size() - 1;
    }
    addOneByOne(utf8, at, counts);
    return counts;
}

[[gnu::target("avx2,popcnt")]] std::size_t continuationsByWideLanes(std::string_view utf8)
{
    if (utf8.size() < kWideLanes)
        return continuationsOneByOne(utf8);
    std::size_t count = 0;
    std::size_t at = 0;
    for (; at + kWideLanes <= utf8.size(); at += kWideLanes)
        count += static_cast<std::size_t>(std::popcount(continuationBits(wideLanesAt(utf8.data() + at))));
    // The last block again, of which only what is behind the others counts.
    const auto last = std::uint64_t{continuationBits(wideLanesAt(utf8.data() + utf8.size() - kWideLanes))};
    return count + static_cast<std::size_t>(std::popcount(last >> (kWideLanes - (utf8.size() - at))));
}

/// `bytes` are the first ones of `rest`, the block and what is behind it.
[[gnu::target("avx512bw,popcnt"), gnu::always_inline]] inline void
addBlock(__m512i bytes, std::string_view rest, ScriptCounts& counts)
{
    const auto count = [](std::uint64_t bits) { return static_cast<std::size_t>(std::popcount(bits)); };
    const std::uint64_t beyondAscii = _mm512_movepi8_mask(bytes);
    const std::uint64_t letters = _mm512_test_epi8_mask(bytes, _mm512_set1_epi8(0x40));
    counts.latin += count(letters & ~beyondAscii);
    if (beyondAscii == 0)
        return;
    counts.continuations += count(beyondAscii & ~letters);
    counts.han += count(widestBitsWithin(bytes, 0xE4, 0xE9));
    counts.hangul += count(widestBitsWithin(bytes, 0xEA, 0xED));
    counts.other += count(widestBitsWithin(bytes, 0xCE, 0xE1));
    const std::uint64_t kanaLeads = widestBitsWithin(bytes, 0xE3, 0xE3);
    if (kanaLeads != 0) {
        const __m512i next = widestLanesAt(rest.data() + 1, firstBits(rest.size() - 1));
        counts.kana += count(kanaLeads & widestBitsWithin(next, 0x81, 0x83));
    }
}

[[gnu::target("avx512bw,popcnt")]] ScriptCounts scriptsByWidestLanes(std::string_view utf8)
{
    ScriptCounts counts;
    // Two blocks at a time: most hold ASCII alone, which one look tells of both.
    for (; utf8.size() > 2 * kWidestLanes; utf8.remove_prefix(2 * kWidestLanes)) {
        const __m512i first = widestLanesAt(utf8.data());
        const __m512i second = widestLanesAt(utf8.data() + kWidestLanes);
        if (_mm512_movepi8_mask(_mm512_or_si512(first, second)) != 0) {
            addBlock(first, utf8, counts);
            addBlock(second, utf8.substr(kWidestLanes), counts);
            continue;
        }
        const __m512i letter = _mm512_set1_epi8(0x40);
        counts.latin += static_cast<std::size_t>(std::popcount(_mm512_test_epi8_mask(first, letter)));
        counts.latin += static_cast<std::size_t>(std::popcount(_mm512_test_epi8_mask(second, letter)));
    }
    while (true) {
        addBlock(widestLanesAt(utf8.data(), firstBits(utf8.size())), utf8, counts);
        if (utf8.size() <= kWidestLanes)
            return counts;
        utf8.remove_prefix(kWidestLanes);
    }
}

[[gnu::target("avx512bw,popcnt")]] std::size_t continuationsByWidestLanes(std::string_view utf8)
{
    std::size_t count = 0;
    while (true) {
        const __m512i bytes = widestLanesAt(utf8.data(), firstBits(utf8.size()));
        count +=
            static_cast<std::size_t>(std::popcount(_mm512_cmplt_epi8_mask(bytes, _mm512_set1_epi8(-64))));
        if (utf8.size() <= kWidestLanes)
            return count;
        utf8.remove_prefix(kWidestLanes);
    }
}

#endif

} // namespace

ScriptCounts countScripts(std::string_view utf8)
{
#if defined(DUOLOGUE_WIDE_LANES)
    if (hasWidestLanes())
        return scriptsByWidestLanes(utf8);
    if (hasWideLanes())
        return scriptsByWideLanes(utf8);
#endif
    return scriptsByLanes(utf8);
}

std::size_t countContinuations(std::string_view utf8)
{
#if defined(DUOLOGUE_WIDE_LANES)
    if (hasWidestLanes())
        return continuationsByWidestLanes(utf8);
    if (hasWideLanes())
        return continuationsByWideLanes(utf8);
#endif
    return continuationsByLanes(utf8);
}

} // namespace duologue
