// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace duologue {

/// Texts of data within a Markdown document (CommonMark and GitHub's tables), where they must stay texts: no
/// markup, no HTML, no picture that a reader's program fetches, no heading.

/// On one line, for cells of tables, headings and items of lists: what Markdown would read is escaped, a line
/// break is "<br>", and control characters are shown as visibleLine() shows them. GitHub
/// still makes a link of a mail address, which no escape prevents.
std::string markdownLine(std::string_view text);

/// A text of any length and any number of lines as it stands, in a fenced block that ends in an empty line.
/// The fence is longer than every run of backticks in the text, so that the text cannot end it: within it,
/// all is plain text to every program. Escaping would have to know all the markup that there is, and would
/// change a text that people read without a program. Nothing for an empty text.
std::string markdownBlock(std::string_view text);

} // namespace duologue
