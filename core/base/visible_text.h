// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace duologue {

// Makes texts of the data safe to show: they must not control a terminal, reverse the words around them, or
// make one line look like two. These are shown as escapes: control characters ("\x1b", "\r", and "\u009b"
// from DEL on), separators of lines and paragraphs, characters that set the direction of writing ("\u202e"),
// and invalid bytes ("\x9b"). Everything else is unchanged, also a backslash: the result is never parsed.

/// For a single line: names, keys, cells, error messages. Line breaks and tabs are escaped, too.
std::string visibleLine(std::string_view text);

/// For texts of several lines: "\n" and "\t" are not escaped.
std::string visibleText(std::string_view text);

} // namespace duologue
