// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace duologue {

/// Whether the path has the pattern, as the Hub's library reads it: "*" and "?" stand for characters of a
/// name, "[a-c]" for one of these, "[!a-c]" for any other, "**" also for "/". Braces stand for themselves.
bool matchesPattern(std::string_view path, std::string_view pattern);

/// The pattern without what says nothing: "./data//x" is "data/x".
std::string normalPattern(std::string_view pattern);

} // namespace duologue
