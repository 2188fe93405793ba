// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <string_view>

namespace duologue::ui {

/// What core says of a problem, or of a file that it skips, in the user's language: "expected a text, found a
/// list". As it is where no form of it is known, as with what the operating system says of an error.
QString clauseInWords(std::string_view clause);

/// A form of the clause is known, so that it can be translated.
bool isKnownClause(std::string_view clause);

} // namespace duologue::ui
