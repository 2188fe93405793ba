// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace duologue {

/// The different pieces of a text as hashes, in rising order: five characters in Chinese, three words in
/// languages with spaces. `folded` is foldForSearch() of the text; signs and white space do not count.
std::vector<std::uint32_t> shinglesOf(std::string_view folded);

/// How much two sets have in common: what both have divided by what either has. Both in rising order.
double jaccard(const std::vector<std::uint32_t>& left, const std::vector<std::uint32_t>& right);

} // namespace duologue
