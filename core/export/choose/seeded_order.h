// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace duologue {

/// A number for an item that looks random, and is the same for the same seed and item on every machine: items
/// in the order of these numbers are shuffled. SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom
/// number generators, 2014).
constexpr std::uint64_t seededNumber(std::uint64_t seed, std::uint64_t item)
{
    std::uint64_t z = (seed ^ 0x6A09'E667'F3BC'C909U) + (item + 1) * 0x9E37'79B9'7F4A'7C15U;
    for (int i = 0; i < 2; ++i) {
        z = (z ^ (z >> 30U)) * 0xBF58'476D'1CE4'E5B9U;
        z = (z ^ (z >> 27U)) * 0x94D0'49BB'1331'11EBU;
        z ^= z >> 31U;
        z += seed;
    }
    return z;
}

} // namespace duologue
