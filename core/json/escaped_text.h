// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/simd/wide_lanes.h"

namespace duologue {

#if defined(DUOLOGUE_WIDE_LANES)

/// Where a text ends: at its closing quotation mark, and behind the last byte that was written.
struct TextEnd {
    /// Null where the text is wrong, or not whole.
    const char* from = nullptr;
    char* to = nullptr;
};

/// Decodes a text with escapes in it, from `from`, which is not inside an escape, to the quotation mark
/// before `end`; 64 bytes at a time, which only is possible where canWriteTape(). Reads up to 64 bytes behind
/// `end`, and writes up to 64 bytes behind what it decodes.
[[gnu::target("avx512bw,avx512vbmi,avx512vbmi2,bmi,bmi2,popcnt")]] TextEnd
decodeText(const char* from, const char* end, char* to);

#endif

} // namespace duologue
