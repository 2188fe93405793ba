// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace duologue {

/// Texts of data, made fit for people's eyes: whoever wrote the data must not be able to steer a terminal, to
/// turn the words around a text about, or to make one line look like two. These are shown as escapes: control
/// characters ("\x1b", "\r", and "\u009b" from DEL on), separators of lines and paragraphs, the characters
/// that set the direction of writing ("\u202e"), and bytes that are no UTF-8 ("\x9b"). Everything else stays
/// as it is, a backslash as well: the result is for reading, and nothing reads it back.

/// For what stands on one line: names, keys, cells, messages of errors. Line breaks and tabs are escapes,
/// too.
std::string visibleLine(std::string_view text);

/// For texts of several lines: "\n" and "\t" stay.
std::string visibleText(std::string_view text);

} // namespace duologue
