// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/util/phrase.h"

#include <QString>
#include <string_view>

namespace duologue::ui {

/// The phrase in the language of the window: "expected text, found a list". Verbatim parts come from data, so
/// they are made fit for a label (asLabel()).
QString translated(const Phrase& phrase);

/// The title or the rule of a format, in the language of the window if the program comes with it.
QString formatText(std::string_view english);

/// The same as a sentence: with a capital letter and a full stop. Empty for an empty phrase.
QString sentenceOf(const Phrase& phrase);

} // namespace duologue::ui
