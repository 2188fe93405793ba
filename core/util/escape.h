// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
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

// Writes texts of the data into a Markdown document (CommonMark and GitHub's tables). They must remain texts:
// no markup, no HTML, no heading, no picture that a viewer would fetch.

/// A text on one line, for table cells, headings and list items. Markup is escaped, a line break becomes
/// "<br>", and control characters are shown as by visibleLine(). GitHub still turns a mail address into a
/// link, which no escape prevents.
std::string markdownLine(std::string_view text);

/// A text as code within a line; line breaks become spaces.
std::string markdownCode(std::string_view text);

/// A text of any number of lines, unchanged, in a fenced block that is followed by an empty line. The fence
/// is longer than every run of backticks in the text, so the text cannot end the block. Escaping would have
/// to know all markup there is, and would change a text that people may read as it is. Empty for an empty
/// text.
std::string markdownBlock(std::string_view text);

/// Appends a row of a table whose cells are separated by `separator` (comma, tab), with a line break at its
/// end. Cells are quoted where they need it, and unchanged otherwise. `guardFormulas` puts an apostrophe
/// before cells that a spreadsheet would run, which begin with one of = + - @, a tab or a line break and are
/// not numbers.
void appendCsvLine(std::span<const std::string> cells, char separator, bool guardFormulas, std::string& out);

/// Whether a spreadsheet would run the cell: appendCsvLine() guards it.
bool wouldRun(std::string_view cell);

} // namespace duologue
