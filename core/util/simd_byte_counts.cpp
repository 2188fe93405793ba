// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/util/simd.h"

#include <array>
#include <bit>
#include <cstring>

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

#endif

} // namespace HWY_NAMESPACE

template<>
inline constexpr auto kVersionFor<&countBytes, HWY_TARGET> = &HWY_NAMESPACE::countBytes;

} // namespace duologue
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace duologue {

void countBytes(const std::uint8_t* bytes, std::span<const std::uint64_t> words,
                std::span<std::uint32_t> counts)
{
    bestVersion<&countBytes, HWY_TARGETS>()(bytes, words, counts);
}

} // namespace duologue

#endif
