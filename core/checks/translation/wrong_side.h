// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/checks/checked_record.h"

#include <string_view>

namespace duologue {

/// The text is long enough to tell, and nearly all of it is in Latin letters, or most of it in Chinese
/// characters.
bool isEnglishScript(std::string_view text);
bool isChineseScript(std::string_view text);

/// The English text is in Chinese and the Chinese one in English.
bool isSwapped(const CheckedPair& pair);

} // namespace duologue
