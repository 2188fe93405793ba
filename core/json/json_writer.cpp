// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/json_writer.h"

#include "core/base/text.h"
#include "core/json/valid_utf8.h"

#include <array>
#include <cmath>
#include <cstring>

namespace duologue {

namespace {

/// The bytes that cannot be in a text of JSON as they are.
constexpr auto kNeedsEscape = [] {
    std::array<bool, 256> needs{};
    for (std::size_t byte = 0; byte < 0x20; ++byte)
        needs.at(byte) = true;
    needs['"'] = needs['\\'] = true;
    return needs;
}();

/// Where the first byte of the text at or after `at` is that needs an escape; its size if none does.
std::size_t findEscaped(std::string_view text, std::size_t at)
{
    // Eight bytes at a time, as long as none of them is below 0x20, a quotation mark or a backslash.
    constexpr std::uint64_t kOnes = 0x0101'0101'0101'0101U;
    constexpr std::uint64_t kTops = kOnes * 0x80U;
    const auto hasZero = [](std::uint64_t word) { return (word - kOnes) & ~word & kTops; };
    for (; at + sizeof(std::uint64_t) <= text.size(); at += sizeof(std::uint64_t)) {
        std::uint64_t word = 0;
        std::memcpy(&word, text.data() + at, sizeof(word));
        const std::uint64_t isControl = (word - kOnes * 0x20U) & ~word & kTops;
        if ((isControl | hasZero(word ^ kOnes * '"') | hasZero(word ^ kOnes * '\\')) != 0)
            break;
    }
    while (at < text.size() && !kNeedsEscape[static_cast<unsigned char>(text[at])])
        ++at;
    return at;
}

std::string escapeOf(char c)
{
    switch (c) {
    case '"':
        return "\\\"";
    case '\\':
        return "\\\\";
    case '\n':
        return "\\n";
    case '\r':
        return "\\r";
    case '\t':
        return "\\t";
    case '\b':
        return "\\b";
    case '\f':
        return "\\f";
    default: {
        constexpr std::string_view kHex = "0123456789abcdef";
        const auto byte = static_cast<unsigned char>(c);
        return std::string("\\u00") + kHex[byte >> 4U] + kHex[byte & 0xFU];
    }
    }
}

} // namespace

void JsonWriter::separate()
{
    if (m_needsComma)
        m_out += ',';
    m_needsComma = true;
}

void JsonWriter::begin(char bracket)
{
    separate();
    m_out += bracket;
    m_needsComma = false;
}

void JsonWriter::end(char bracket)
{
    m_out += bracket;
    m_needsComma = true;
}

void JsonWriter::key(std::string_view key)
{
    separate();
    quote(key);
    m_out += ':';
    m_needsComma = false;
}

void JsonWriter::text(std::string_view text)
{
    separate();
    quote(text);
}

void JsonWriter::number(double number)
{
    json(std::isfinite(number) ? numberText(number) : "null");
}

void JsonWriter::json(std::string_view value)
{
    separate();
    m_out += value;
}

void JsonWriter::quote(std::string_view text)
{
    if (!isValidUtf8(text)) {
        quote(toValidUtf8(text));
        return;
    }
    m_out += '"';
    std::size_t begin = 0;
    for (std::size_t at = findEscaped(text, 0); at < text.size(); at = findEscaped(text, begin)) {
        m_out.append(text, begin, at - begin).append(escapeOf(text[at]));
        begin = at + 1;
    }
    m_out.append(text, begin).append(1, '"');
}

} // namespace duologue
