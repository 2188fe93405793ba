// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/util/simd.h"

#include <cstdint>
#include <cstdlib>
#include <hwy/targets.h>

namespace duologue {

void applyLaneLimit()
{
    static const bool isApplied = [] {
        const char* const given = std::getenv("DUOLOGUE_LANES");
        if (given == nullptr)
            return false;
        const unsigned long most = std::strtoul(given, nullptr, 10);
        std::int64_t disabled = 0;
        // The better a target, the lower its bit.
        if (most < 64)
            disabled |= HWY_AVX2 - 1;
        if (most < 32)
            disabled |= HWY_SSE4 - 1;
        if (most < 16)
            disabled |= HWY_EMU128 - 1;
        hwy::DisableTargets(disabled);
        return true;
    }();
    static_cast<void>(isApplied);
}

} // namespace duologue
