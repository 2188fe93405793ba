// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string_view>

namespace duologue {

/// How many bytes have to be put in, taken out or changed to make one word of the other (Levenshtein): how
/// far a mistyped word is from a known one. Time and memory grow with the product of their lengths.
std::size_t editDistance(std::string_view left, std::string_view right);

} // namespace duologue
