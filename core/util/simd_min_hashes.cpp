// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/util/simd.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/util/simd_min_hashes.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace duologue {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
/// As many as divide the number of functions.
using Lanes = hn::CappedTag<std::uint32_t, 8>;
using Numbers = hn::Vec<Lanes>;
constexpr Lanes kLanes;

/// Multiply and shift.
HWY_INLINE Numbers hashOf(Numbers piece, Numbers odd)
{
    const auto hash = hn::Mul(piece, odd);
    return hn::Mul(hn::Xor(hash, hn::ShiftRight<16>(hash)), hn::Set(kLanes, 0x7FEB'352DU));
}

MinHashes minHashesOf(std::span<const std::uint32_t> pieces)
{
    // Three vectors at a time stay in registers.
    constexpr std::size_t kAtOnce = 3;
    const std::size_t lanes = hn::Lanes(kLanes);
    const auto oddFrom = [](std::size_t i) HWY_ATTR {
        const auto index = hn::Iota(kLanes, static_cast<std::uint32_t>(i));
        return hn::Or(hn::Add(hn::Mul(index, hn::Set(kLanes, 0x9E37'79B1U)), hn::Set(kLanes, 0x85EB'CA6BU)),
                      hn::Set(kLanes, 1U));
    };
    MinHashes least;
    for (std::size_t i = 0; i < least.size(); i += kAtOnce * lanes) {
        const auto odd0 = oddFrom(i);
        const auto odd1 = oddFrom(i + lanes);
        const auto odd2 = oddFrom(i + 2 * lanes);
        auto least0 = hn::Set(kLanes, 0xFFFF'FFFFU);
        auto least1 = least0;
        auto least2 = least0;
        for (const std::uint32_t each : pieces) {
            const auto piece = hn::Set(kLanes, each ^ (each >> 15U));
            least0 = hn::Min(least0, hashOf(piece, odd0));
            least1 = hn::Min(least1, hashOf(piece, odd1));
            least2 = hn::Min(least2, hashOf(piece, odd2));
        }
        hn::StoreU(least0, kLanes, least.data() + i);
        hn::StoreU(least1, kLanes, least.data() + i + lanes);
        hn::StoreU(least2, kLanes, least.data() + i + 2 * lanes);
    }
    return least;
}

} // namespace HWY_NAMESPACE

template<>
inline constexpr auto kVersionFor<&minHashesOf, HWY_TARGET> = &HWY_NAMESPACE::minHashesOf;

} // namespace duologue
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace duologue {

MinHashes minHashesOf(std::span<const std::uint32_t> pieces)
{
    return bestVersion<&minHashesOf, HWY_TARGETS>()(pieces);
}

} // namespace duologue

#endif
