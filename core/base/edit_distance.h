// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string_view>

namespace duologue {

/// How many bytes have to be inserted, removed or changed to turn one word into the other (Levenshtein). Time
/// grows with the product of their lengths.
std::size_t editDistance(std::string_view left, std::string_view right);

} // namespace duologue
