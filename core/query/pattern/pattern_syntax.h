// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/phrase.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <variant>

namespace duologue {

/// Why a regular expression is refused, and at which of its bytes.
struct PatternMistake {
    std::size_t offset = 0;
    Phrase what;
};

/// A regular expression as people write it (Perl, PCRE, Python, JavaScript) in the syntax of RE2, with the
/// same matches: \w, \d, \s and the POSIX classes of letters and digits are those of Unicode, "$" also stands
/// before a line feed at the end of the text, (?<name>…) names a group. What RE2 cannot do in linear time is
/// refused, with what to write instead: look-around, back-references, recursion, conditions, atomic groups,
/// possessive quantifiers, \K and counts above 1,000. \b knows the letters of ASCII alone.
std::variant<std::string, PatternMistake> toRe2(std::string_view pattern);

/// Whether the pattern has \b or \B and characters beyond ASCII, between which \b sees no end of a word.
bool boundsOtherWords(std::string_view pattern);

} // namespace duologue
