// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace duologue {

/// "user", "assistant", "system" or "tool" for a role as files write it; empty if the word is unknown.
/// Ignores ASCII case and space around the word.
std::string_view usualRole(std::string_view roleInFile);

} // namespace duologue
