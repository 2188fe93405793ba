// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace duologue {

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

} // namespace duologue
