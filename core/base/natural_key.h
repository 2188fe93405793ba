// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>

namespace duologue {

/// What follows the first `done` bytes of a name as so many bits that compare as compareNatural() compares
/// names; advances `done` by the bytes that are in them. A character has eight bits; a run of digits has how
/// many it is without leading zeros, in the place that the ten digits have among the characters, and four for
/// each of them. What is left of a run whose beginning was the same orders as a run of its own, so a key may
/// end within one.
std::uint64_t naturalKey(std::string_view name, std::uint32_t& done, unsigned bits);

} // namespace duologue
