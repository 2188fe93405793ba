// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace duologue {

/// Runs of plain characters that every match of a valid, Perl-compatible regular expression contains, in
/// either case; the longest first. Examines only what is outside of groups and classes. Returns none if it
/// meets an alternative, an option or anything else that it does not know.
std::vector<std::string> requiredLiterals(std::string_view expression);

/// The most bytes that a match of a valid regular expression can have. Empty if that is unknown, or if a
/// match may contain a line break or depend on the text around it.
std::optional<std::size_t> longestMatch(std::string_view expression);

} // namespace duologue
