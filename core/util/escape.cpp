// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/util/escape.h"

#include "core/util/numbers.h"
#include "core/util/text.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdio>
#include <string_view>

namespace duologue {

namespace {

bool isPlainAscii(char c)
{
    return c >= ' ' && c <= '~';
}

bool isBetween(char32_t code, char32_t first, char32_t last)
{
    return code >= first && code <= last;
}

/// Control characters, separators of lines, and marks, embeddings, overrides and isolates of direction.
bool needsEscape(char32_t code)
{
    return code < 0x20 || isBetween(code, 0x7F, 0x9F) || code == 0x061C || isBetween(code, 0x200E, 0x200F) ||
           isBetween(code, 0x2028, 0x202E) || isBetween(code, 0x2066, 0x2069);
}

void appendEscape(std::string& out, char32_t code, bool isByte)
{
    if (code == '\n' || code == '\r' || code == '\t') {
        out += code == '\n' ? "\\n" : code == '\r' ? "\\r" : "\\t";
        return;
    }
    std::array<char, 12> escape{};
    const char* const form = isByte || code < 0x20 ? "\\x%02x" : "\\u%04x";
    const int length = std::snprintf(escape.data(), escape.size(), form, static_cast<unsigned>(code));
    out.append(escape.data(), static_cast<std::size_t>(length));
}

std::string visible(std::string_view text, bool keepsLines)
{
    std::string out;
    out.reserve(text.size());
    // Unchanged bytes are appended in runs.
    std::size_t begin = 0;
    std::size_t at = 0;
    while (at < text.size()) {
        if (isPlainAscii(text[at]) || (keepsLines && (text[at] == '\n' || text[at] == '\t'))) {
            ++at;
            continue;
        }
        const CodePoint front = codePointAt(text.substr(at));
        const bool isByte = front.length == 0;
        if (!isByte && !needsEscape(front.value)) {
            at += front.length;
            continue;
        }
        out.append(text, begin, at - begin);
        appendEscape(out, isByte ? static_cast<unsigned char>(text[at]) : front.value, isByte);
        at += isByte ? 1 : front.length;
        begin = at;
    }
    return out.append(text, begin);
}

} // namespace

std::string visibleLine(std::string_view text)
{
    return visible(text, false);
}

std::string visibleText(std::string_view text)
{
    return visible(text, true);
}

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

namespace {

/// A number, with or without a sign, for every spreadsheet: "-1" is one, "-1+cmd" and "-1-1" are not.
bool isPlainNumber(std::string_view cell)
{
    if (cell.starts_with('-') || cell.starts_with('+'))
        cell.remove_prefix(1);
    if (cell.empty() || std::string_view("0123456789.").find(cell.front()) == std::string_view::npos)
        return false;
    return parseNumber<double>(cell).has_value();
}

std::string csvCell(std::string_view cell, char separator, bool guardFormulas)
{
    std::string guarded(cell);
    if (guardFormulas && wouldRun(cell))
        guarded.insert(guarded.begin(), '\'');
    if (guarded.find_first_of("\"\r\n") == std::string::npos && guarded.find(separator) == std::string::npos)
        return guarded;
    std::string quoted = "\"";
    for (const char c : guarded) {
        if (c == '"')
            quoted += '"';
        quoted += c;
    }
    return quoted + "\"";
}

} // namespace

bool wouldRun(std::string_view cell)
{
    return !cell.empty() && std::string_view("=+-@\t\r\n").find(cell.front()) != std::string_view::npos &&
           !isPlainNumber(cell);
}

void appendCsvLine(std::span<const std::string> cells, char separator, bool guardFormulas, std::string& out)
{
    for (std::size_t i = 0; i < cells.size(); ++i) {
        if (i > 0)
            out += separator;
        out += csvCell(cells[i], separator, guardFormulas);
    }
    out += '\n';
}

} // namespace duologue
