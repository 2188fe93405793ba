// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace duologue {

/// True if " the ", " and ", " of " or " you " occur four times in the first 256 bytes: most English texts
/// are recognised so.
bool hasEnglishWords(std::string_view text);

} // namespace duologue
