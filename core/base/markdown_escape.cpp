// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/markdown_escape.h"

#include "core/base/visible_text.h"

#include <algorithm>
#include <cctype>

namespace duologue {

namespace {

/// Letters, digits and everything beyond ASCII.
bool isWordByte(std::string_view text, std::size_t at)
{
    if (at >= text.size())
        return false;
    const auto byte = static_cast<unsigned char>(text[at]);
    return byte >= 0x80 || std::isalnum(byte) != 0;
}

/// Whether that character needs a backslash before it.
bool isMarkup(std::string_view text, std::size_t at)
{
    const std::string_view before = text.substr(0, at);
    const std::string_view after = text.substr(at + 1);
    const bool endsWord = after.empty() || after.front() == ' ';
    switch (text[at]) {
    case '_':
        // Within a word it does not mean emphasis, and many keys contain it.
        return at == 0 || !isWordByte(text, at - 1) || !isWordByte(text, at + 1);
    case ':':
        // GitHub turns a bare address into a link.
        return after.starts_with("//");
    case '.':
        if (before.ends_with("www"))
            return true;
        [[fallthrough]];
    case ')':
        // Numbered list items end like this.
        return endsWord && !before.empty() &&
               before.find_first_not_of("0123456789") == std::string_view::npos;
    case '-':
    case '+':
        // Begins a list item or a line, but not before a digit: a number.
        return before.empty() && (endsWord || after.front() == '-');
    case '>':
        return before.empty();
    default:
        return std::string_view("\\`*[<|~$&#").find(text[at]) != std::string_view::npos;
    }
}

std::string escaped(std::string_view line)
{
    std::string out;
    out.reserve(line.size());
    for (std::size_t i = 0; i < line.size(); ++i) {
        if (i == 0 && line[i] == ' ') {
            // Four spaces would begin a code block.
            out += "&#32;";
            continue;
        }
        if (isMarkup(line, i))
            out += '\\';
        out += line[i];
    }
    return out;
}

/// The longest run of backticks.
std::size_t longestFence(std::string_view text)
{
    std::size_t longest = 0;
    std::size_t run = 0;
    for (const char c : text) {
        run = c == '`' ? run + 1 : 0;
        longest = std::max(longest, run);
    }
    return longest;
}

} // namespace

std::string markdownLine(std::string_view text)
{
    std::string out;
    while (true) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        out += escaped(visibleLine(text.substr(0, end)));
        if (end == text.size())
            return out;
        out += "<br>";
        text.remove_prefix(end + 1);
    }
}

std::string markdownCode(std::string_view text)
{
    std::string line(text);
    std::replace(line.begin(), line.end(), '\n', ' ');
    line = visibleLine(line);
    const std::string fence(longestFence(line) + 1, '`');
    // A backtick at an end would belong to the fence.
    const bool isPadded = line.starts_with('`') || line.ends_with('`');
    return isPadded ? fence + " " + line + " " + fence : fence + line + fence;
}

std::string markdownBlock(std::string_view text)
{
    if (text.empty())
        return {};
    const std::string fence(std::max<std::size_t>(longestFence(text), 2) + 1, '`');
    return fence + "\n" + std::string(text) + (text.ends_with('\n') ? "" : "\n") + fence + "\n\n";
}

} // namespace duologue
