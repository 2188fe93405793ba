// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>

namespace duologue {

/// Encodes the next part of a name, from byte `done` on, in `bits` bits. Two such keys compare as numbers in
/// the order in which compareNatural() compares the names. Advances `done` by the bytes that are encoded. A
/// character takes eight bits. A run of digits is encoded as '0' + the count of its digits without leading
/// zeros, and four bits for each digit. A key may end within a run: the rest compares as a run of its own
/// among names whose keys have been equal so far.
std::uint64_t naturalKey(std::string_view name, std::uint32_t& done, unsigned bits);

} // namespace duologue
