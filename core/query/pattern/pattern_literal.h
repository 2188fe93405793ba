// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace duologue {

/// Runs of plain characters that every match of a (valid, Perl-compatible) regular expression has, in either
/// case, the longest first; none where the expression's shape does not show any. Looks only at what stands
/// outside of groups and classes, and gives up where it meets an alternative, an option or anything else that
/// it does not know.
std::vector<std::string> requiredLiterals(std::string_view expression);

/// How many bytes a match of a (valid) regular expression has at most; none where that is not known, or where
/// a match may hold a line break or depend on what stands around it.
std::optional<std::size_t> longestMatch(std::string_view expression);

} // namespace duologue
