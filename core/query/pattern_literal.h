// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace duologue {

/// The longest run of plain characters that every match of a (valid, Perl-compatible) regular expression has,
/// in either case; empty where the expression's shape does not show one. Looks only at what stands outside of
/// groups and classes, and gives up where it meets an alternative, an option or anything else that it does
/// not know.
std::string requiredLiteral(std::string_view expression);

} // namespace duologue
