// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/util/simd.h"

#include <array>
#include <bit>
#include <cstring>
#include <functional>
#include <numeric>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/util/simd_byte_counts.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace duologue {
namespace HWY_NAMESPACE {

#if HWY_TARGET == HWY_SCALAR

void countBytes(const std::uint8_t* bytes, std::span<const std::uint64_t> words,
                std::span<std::uint32_t> counts)
{
    for (std::size_t i = 0; i < words.size(); ++i) {
        for (std::uint64_t bits = words[i]; bits != 0; bits &= bits - 1)
            ++counts[bytes[64 * i + static_cast<std::size_t>(std::countr_zero(bits))]];
    }
}

std::uint8_t findClasses(std::string_view text, const ByteClasses& classes, std::uint64_t* marks)
{
    unsigned found = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto byte = static_cast<unsigned char>(text[i]);
        const unsigned of = static_cast<unsigned>(classes.low[byte & 15U]) & classes.high[byte >> 4U];
        found |= of;
        std::uint64_t& word = marks[i / 64];
        word = (i % 64 == 0 ? 0 : word) | std::uint64_t{of & 1U} << i % 64;
    }
    return static_cast<std::uint8_t>(found);
}

#else

namespace hn = hwy::HWY_NAMESPACE;
constexpr std::size_t kWord = 64;
using Lanes = hn::CappedTag<std::uint8_t, kWord>;
constexpr Lanes kLanes;

void countBytes(const std::uint8_t* bytes, std::span<const std::uint64_t> words,
                std::span<std::uint32_t> counts)
{
    const std::size_t lanes = hn::Lanes(kLanes);
    for (std::size_t value = 0; value < counts.size(); ++value) {
        const auto wanted = hn::Set(kLanes, static_cast<std::uint8_t>(value));
        std::uint32_t count = 0;
        for (std::size_t i = 0; i < words.size(); ++i) {
            std::array<std::uint8_t, kWord / 8> stored{};
            for (std::size_t j = 0; j < kWord; j += lanes)
                hn::StoreMaskBits(kLanes, hn::Eq(hn::LoadU(kLanes, bytes + kWord * i + j), wanted),
                                  stored.data() + j / 8);
            std::uint64_t isWanted = 0;
            std::memcpy(&isWanted, stored.data(), sizeof isWanted);
            count += static_cast<std::uint32_t>(std::popcount(isWanted & words[i]));
        }
        counts[value] += count;
    }
}

std::uint8_t findClasses(std::string_view text, const ByteClasses& classes, std::uint64_t* marks)
{
    const auto low = hn::LoadDup128(kLanes, classes.low.data());
    const auto high = hn::LoadDup128(kLanes, classes.high.data());
    const auto first = hn::Set(kLanes, 1);
    const std::size_t lanes = hn::Lanes(kLanes);
    auto found = hn::Zero(kLanes);
    for (std::size_t at = 0; at < text.size(); at += kWord) {
        const char* bytes = text.data() + at;
        std::array<char, kWord> last;
        const std::size_t left = text.size() - at;
        if (left < kWord) {
            // Filled up with what the text has anyway.
            last.fill(text.back());
            std::memcpy(last.data(), bytes, left);
            bytes = last.data();
        }
        std::array<std::uint8_t, kWord / 8> stored{};
        for (std::size_t j = 0; j < kWord; j += lanes) {
            const auto loaded = hn::LoadU(kLanes, reinterpret_cast<const std::uint8_t*>(bytes + j));
            const auto of = hn::And(hn::TableLookupBytes(low, hn::And(loaded, hn::Set(kLanes, 15))),
                                    hn::TableLookupBytes(high, hn::ShiftRight<4>(loaded)));
            found = hn::Or(found, of);
            hn::StoreMaskBits(kLanes, hn::Eq(hn::And(of, first), first), stored.data() + j / 8);
        }
        std::uint64_t word = 0;
        std::memcpy(&word, stored.data(), sizeof word);
        *marks++ = left < kWord ? word & ((std::uint64_t{1} << left) - 1) : word;
    }
    std::array<std::uint8_t, kWord> each{};
    hn::StoreU(found, kLanes, each.data());
    return std::accumulate(each.begin(), each.end(), std::uint8_t{0}, std::bit_or<std::uint8_t>());
}

#endif

} // namespace HWY_NAMESPACE

template<>
inline constexpr auto kVersionFor<&countBytes, HWY_TARGET> = &HWY_NAMESPACE::countBytes;
template<>
inline constexpr auto kVersionFor<&findClasses, HWY_TARGET> = &HWY_NAMESPACE::findClasses;

} // namespace duologue
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace duologue {

void countBytes(const std::uint8_t* bytes, std::span<const std::uint64_t> words,
                std::span<std::uint32_t> counts)
{
    bestVersion<&countBytes, HWY_TARGETS>()(bytes, words, counts);
}

std::uint8_t findClasses(std::string_view text, const ByteClasses& classes, std::uint64_t* marks)
{
    return bestVersion<&findClasses, HWY_TARGETS>()(text, classes, marks);
}

} // namespace duologue

#endif
