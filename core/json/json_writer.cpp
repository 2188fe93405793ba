// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/json_writer.h"

#include "core/json/json_tokens.h"
#include "core/json/json_view.h"
#include "core/util/text.h"

#include <algorithm>
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

std::size_t IndentedJson::targetOf(std::size_t source) const
{
    const auto after = std::upper_bound(sources.begin(), sources.end(), source);
    if (after == sources.begin())
        return 0;
    const auto index = static_cast<std::size_t>(after - sources.begin()) - 1;
    return std::min(targets[index] + (source - sources[index]), text.size());
}

std::size_t nestingDepth(std::string_view text)
{
    std::size_t depth = 0;
    std::size_t deepest = 0;
    JsonScanner scanner(text, JsonScanner::Comments::Ignored);
    for (JsonToken token = scanner.next(); token.kind != JsonTokenKind::End; token = scanner.next()) {
        if (token.isOpening())
            deepest = std::max(deepest, ++depth);
        else if (token.isClosing() && depth > 0)
            --depth;
    }
    return deepest;
}

IndentedJson indentJson(std::string_view text, int spaces)
{
    using Kind = JsonTokenKind;
    IndentedJson made;
    made.text.reserve(text.size() + text.size() / 4);
    std::size_t depth = 0;
    JsonToken previous;
    JsonScanner scanner(text, JsonScanner::Comments::Ignored);
    for (JsonToken token = scanner.next(); token.kind != Kind::End; token = scanner.next()) {
        if (token.isClosing() && depth > 0)
            --depth;
        const bool isFirst = previous.kind == Kind::End;
        const bool isPunctuation = token.kind == Kind::Comma || token.kind == Kind::Colon;
        const bool beginsLine =
            token.isClosing() ? !previous.isOpening() : previous.isOpening() || previous.kind == Kind::Comma;
        if (beginsLine)
            made.text.append(1, '\n').append(depth * static_cast<std::size_t>(spaces), ' ');
        else if (!token.isClosing() && (previous.kind == Kind::Colon || (!isFirst && !isPunctuation)))
            made.text += ' ';
        made.sources.push_back(token.begin);
        made.targets.push_back(made.text.size());
        made.text.append(token.in(text));
        if (token.isOpening())
            ++depth;
        previous = token;
    }
    return made;
}

} // namespace duologue
