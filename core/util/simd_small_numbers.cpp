// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/util/simd.h"
#include "core/util/vectors.h"

#include <algorithm>
#include <array>
#include <limits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/util/simd_small_numbers.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace duologue {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
constexpr std::size_t kMostNumbers = 8;
using Numbers = hn::CappedTag<double, kMostNumbers>;
using Slots = hn::Rebind<std::int32_t, Numbers>;
constexpr Numbers kNumbers;
constexpr Slots kSlots;

bool writeSlots(std::span<const double> numbers, std::uint32_t small, std::uint32_t* slots)
{
    const auto end = hn::Set(kNumbers, static_cast<double>(small));
    const auto other = hn::Set(kNumbers, static_cast<double>(small + 1));
    auto anyOther = hn::MaskFromVec(hn::Zero(kNumbers));
    const auto write = [&](const double* from, std::int32_t* to) HWY_ATTR {
        const auto number = hn::LoadU(kNumbers, from);
        const auto isWithin = hn::And(hn::Ge(number, hn::Zero(kNumbers)), hn::Lt(number, end));
        const auto isSmall = hn::And(isWithin, hn::Eq(hn::Floor(number), number));
        const auto isOther = hn::AndNot(isSmall, hn::Eq(number, number));
        const auto slot = hn::IfThenElse(isSmall, number, hn::IfThenElse(isOther, other, end));
        hn::StoreU(hn::DemoteTo(kSlots, slot), kSlots, to);
        anyOther = hn::Or(anyOther, isOther);
    };
    const std::size_t lanes = hn::Lanes(kNumbers);
    std::size_t i = 0;
    for (; i + lanes <= numbers.size(); i += lanes) {
        // Callers read run by run: this loads the next run.
        prefetch(numbers.data() + i, numbers.size_bytes());
        write(numbers.data() + i, reinterpret_cast<std::int32_t*>(slots + i));
    }
    if (i < numbers.size()) {
        std::array<double, kMostNumbers> rest;
        rest.fill(std::numeric_limits<double>::quiet_NaN());
        std::copy(numbers.begin() + static_cast<std::ptrdiff_t>(i), numbers.end(), rest.begin());
        std::array<std::int32_t, kMostNumbers> slotsOfRest{};
        write(rest.data(), slotsOfRest.data());
        std::copy_n(slotsOfRest.begin(), numbers.size() - i, slots + i);
    }
    return !hn::AllFalse(kNumbers, anyOther);
}

} // namespace HWY_NAMESPACE

template<>
inline constexpr auto kVersionFor<&writeSlots, HWY_TARGET> = &HWY_NAMESPACE::writeSlots;

} // namespace duologue
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace duologue {

bool writeSlots(std::span<const double> numbers, std::uint32_t small, std::uint32_t* slots)
{
    return bestVersion<&writeSlots, HWY_TARGETS>()(numbers, small, slots);
}

} // namespace duologue

#endif
