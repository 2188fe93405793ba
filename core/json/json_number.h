// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace duologue {

/// A number as a tape has it.
struct JsonNumber {
    /// Null where it is none, or one that the parser has to look at.
    const char* behind = nullptr;
    /// 'l' whole, 'd' a double.
    char type = 'l';
    std::uint64_t bits = 0;
};

/// The number at `at`, before `end`. Left to the parser are whole numbers of more than 18 digits, -0, and
/// what is beyond a double. Reads up to two bytes behind `end`.
JsonNumber readNumber(const char* at, const char* end);

} // namespace duologue
