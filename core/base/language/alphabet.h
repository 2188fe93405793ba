// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/language/language.h"

namespace duologue {

/// The language of a text of Script::Other, by its letters: Cyrillic letters that Russian does not have make
/// it Other, and so do Arabic ones that Arabic does not have (Persian, Urdu).
Language languageByAlphabet(std::string_view utf8);

} // namespace duologue
