// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/language/language.h"

namespace duologue {

/// TraditionalChinese if several characters of a text in Han characters are written only so, and hardly any
/// only in the simplified way; else Chinese.
Language chineseKindOf(std::string_view utf8);

} // namespace duologue
