// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace duologue {

/// Whether a text in Han characters has some that only traditional Chinese writes, and hardly any that only
/// simplified Chinese does. Any thread.
bool isTraditionalChinese(std::string_view utf8);

} // namespace duologue
