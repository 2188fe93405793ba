// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>

namespace duologue {

/// Writes a slot for each number to `slots`: the number itself if it is whole and from 0 to `small` - 1,
/// `small` for NaN, `small` + 1 for any other. Returns whether there is any other. No branch depends on the
/// numbers, which may be random.
bool writeSlots(std::span<const double> numbers, std::uint32_t small, std::uint32_t* slots);

} // namespace duologue
