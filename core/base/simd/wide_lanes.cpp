// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/simd/wide_lanes.h"

#include <cstdlib>

namespace duologue {

#if defined(DUOLOGUE_WIDE_LANES)

bool hasWideLanes()
{
    static const bool has = [] {
        const char* const given = std::getenv("DUOLOGUE_LANES");
        const bool isAllowed = given == nullptr || std::strtoul(given, nullptr, 10) >= kWideLanes;
        return isAllowed && __builtin_cpu_supports("avx2") != 0;
    }();
    return has;
}

#endif

} // namespace duologue
