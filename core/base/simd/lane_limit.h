// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Vector code is written once over Highway, which compiles it for several kinds of processors and chooses one
// when the program runs. Of processors with AVX-512, it uses those with VBMI: the first ones slow down for
// it. Vectors whose length is unknown at compile time cannot be members of a struct.
#define HWY_WANT_AVX3_DL
#define HWY_DISABLED_TARGETS                                                                                 \
    (HWY_SSSE3 | HWY_AVX3 | HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)

namespace duologue {

/// Applies the environment variable DUOLOGUE_LANES: the most bytes that vector code may process at once, 0
/// for none. Tests compare the results. To be called before each HWY_DYNAMIC_DISPATCH.
void applyLaneLimit();

} // namespace duologue
