// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/visible_text.h"

#include "core/base/text.h"

#include <array>
#include <cstdio>

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

} // namespace duologue
