// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/util/simd.h"

#include <cstdint>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/util/simd_surrogate_escape.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace duologue {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using Lanes = hn::ScalableTag<std::uint8_t>;
constexpr Lanes kLanes;

std::size_t findSurrogateEscape(std::string_view json, std::size_t from)
{
    const std::size_t lanes = hn::Lanes(kLanes);
    for (; from + lanes + 2 <= json.size(); from += lanes) {
        const auto* const bytes = reinterpret_cast<const std::uint8_t*>(json.data() + from);
        const auto escapes = hn::And(hn::Eq(hn::LoadU(kLanes, bytes), hn::Set(kLanes, '\\')),
                                     hn::Eq(hn::LoadU(kLanes, bytes + 1), hn::Set(kLanes, 'u')));
        // Few escapes are \u: the third byte is compared only where the first two match.
        if (hn::AllFalse(kLanes, escapes))
            continue;
        const auto third = hn::Or(hn::LoadU(kLanes, bytes + 2), hn::Set(kLanes, 0x20));
        const auto found = hn::FindFirstTrue(kLanes, hn::And(escapes, hn::Eq(third, hn::Set(kLanes, 'd'))));
        if (found >= 0)
            return from + static_cast<std::size_t>(found);
    }
    for (; from + 2 < json.size(); ++from) {
        if (json[from] == '\\' && json[from + 1] == 'u' && (json[from + 2] | 0x20) == 'd')
            return from;
    }
    return std::string_view::npos;
}

} // namespace HWY_NAMESPACE

template<>
inline constexpr auto kVersionFor<&findSurrogateEscape, HWY_TARGET> = &HWY_NAMESPACE::findSurrogateEscape;

} // namespace duologue
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace duologue {

std::size_t findSurrogateEscape(std::string_view json, std::size_t from)
{
    return bestVersion<&findSurrogateEscape, HWY_TARGETS>()(json, from);
}

} // namespace duologue

#endif
