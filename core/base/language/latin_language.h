// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/language/language.h"

namespace duologue {

/// Words are looked at only in texts of so many letters: fewer do not tell.
inline constexpr std::size_t kFewestLetters = 40;

/// English or Other, for a text of Script::Latin with enough letters. What cannot be told is English. The
/// words of most texts tell at once; CLD2, which takes some microseconds, is asked about the rest.
Language latinLanguageOf(std::string_view utf8);

/// Whether CLD2 is sure that a text is in another language than the one with this code.
bool isOtherThan(std::string_view code, std::string_view utf8);

} // namespace duologue
