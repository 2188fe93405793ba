// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/simd/wide_lanes.h"

#include <cstdlib>
#include <limits>

namespace duologue {

#if defined(DUOLOGUE_WIDE_LANES)

namespace {

bool isAllowed(std::size_t lanes)
{
    static const std::size_t most = [] {
        const char* const given = std::getenv("DUOLOGUE_LANES");
        return given == nullptr ? std::numeric_limits<std::size_t>::max() : std::strtoul(given, nullptr, 10);
    }();
    return lanes <= most;
}

} // namespace

bool hasWideLanes()
{
    static const bool has =
        isAllowed(kWideLanes) && __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("popcnt") != 0;
    return has;
}

bool hasWidestLanes()
{
    static const bool has = hasWideLanes() && isAllowed(kWidestLanes) &&
                            __builtin_cpu_supports("avx512bw") != 0 &&
                            __builtin_cpu_supports("avx512vbmi") != 0;
    return has;
}

#endif

} // namespace duologue
