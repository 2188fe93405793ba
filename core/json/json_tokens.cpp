// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/json_tokens.h"

#include "core/util/numbers.h"
#include "core/util/simd.h"
#include "core/util/text.h"

#include <algorithm>
#include <array>

namespace duologue {

namespace {

bool isDigitAt(std::string_view text, std::size_t at)
{
    return at < text.size() && isDigit(text[at]);
}

std::size_t digitsEnd(std::string_view text, std::size_t at)
{
    while (isDigitAt(text, at))
        ++at;
    return at;
}

} // namespace

std::size_t stringEnd(std::string_view text, std::size_t at)
{
    for (++at; at < text.size() && text[at] != '"'; ++at) {
        if (text[at] == '\\')
            ++at;
    }
    return at < text.size() ? at + 1 : std::string_view::npos;
}

std::size_t numberEnd(std::string_view text, std::size_t at)
{
    std::size_t end = at;
    if (end < text.size() && text[end] == '-')
        ++end;
    if (!isDigitAt(text, end))
        return at;
    end = text[end] == '0' ? end + 1 : digitsEnd(text, end);
    if (end < text.size() && text[end] == '.' && isDigitAt(text, end + 1))
        end = digitsEnd(text, end + 1);
    if (end < text.size() && (text[end] == 'e' || text[end] == 'E')) {
        std::size_t exponent = end + 1;
        if (exponent < text.size() && (text[exponent] == '+' || text[exponent] == '-'))
            ++exponent;
        if (isDigitAt(text, exponent))
            end = digitsEnd(text, exponent);
    }
    return end;
}

std::size_t commentEnd(std::string_view text, std::size_t at)
{
    const std::string_view opening = text.substr(at, 2);
    if (opening == "//") {
        const std::size_t newline = text.find('\n', at);
        return newline == std::string_view::npos ? text.size() : newline;
    }
    if (opening == "/*") {
        const std::size_t end = text.find("*/", at + 2);
        return end == std::string_view::npos ? end : end + 2;
    }
    return at;
}

namespace {

constexpr std::uint32_t kNoDigit = 0x1'0000;

/// The value of each byte as a hexadecimal digit.
constexpr std::array<std::uint32_t, 256> kHexDigits = [] {
    std::array<std::uint32_t, 256> digits{};
    digits.fill(kNoDigit);
    for (std::uint32_t value = 0; value < 16; ++value) {
        digits[static_cast<unsigned char>("0123456789abcdef"[value])] = value;
        digits[static_cast<unsigned char>("0123456789ABCDEF"[value])] = value;
    }
    return digits;
}();

} // namespace

std::optional<std::uint32_t> escapedUnit(std::string_view text, std::size_t at)
{
    if (at + 6 > text.size() || text[at] != '\\' || text[at + 1] != 'u')
        return std::nullopt;
    const auto digit = [&](std::size_t i) { return kHexDigits[static_cast<unsigned char>(text[at + i])]; };
    const std::uint32_t any = digit(2) | digit(3) | digit(4) | digit(5);
    if (any >= kNoDigit)
        return std::nullopt;
    return digit(2) << 12U | digit(3) << 8U | digit(4) << 4U | digit(5);
}

JsonEscape escapeAt(std::string_view text, std::size_t at)
{
    constexpr std::string_view kNames = "\"\\/bfnrt";
    constexpr std::string_view kCharacters = "\"\\/\b\f\n\r\t";
    constexpr char32_t kReplacement = 0xFFFD;
    const char name = at + 1 < text.size() ? text[at + 1] : '\0';
    if (const std::size_t known = kNames.find(name); known != std::string_view::npos)
        return {2, static_cast<char32_t>(kCharacters[known])};
    const auto first = escapedUnit(text, at);
    if (!first)
        return {};
    if (!isHighSurrogate(*first) && !isLowSurrogate(*first))
        return {6, *first};
    const auto second = isHighSurrogate(*first) ? escapedUnit(text, at + 6) : std::nullopt;
    if (!second || !isLowSurrogate(*second))
        return {6, kReplacement, true};
    return {12, 0x10000U + ((*first - 0xD800U) << 10U) + (*second - 0xDC00U)};
}

bool hasLoneSurrogate(std::string_view json)
{
    for (std::size_t at = findSurrogateEscape(json, 0); at != std::string_view::npos;
         at = findSurrogateEscape(json, at)) {
        std::size_t backslashes = 0;
        while (backslashes < at && json[at - 1 - backslashes] == '\\')
            ++backslashes;
        const JsonEscape escape = backslashes % 2 == 0 ? escapeAt(json, at) : JsonEscape();
        if (escape.isLoneSurrogate)
            return true;
        at += std::max<std::size_t>(escape.length, 2);
    }
    return false;
}

bool fitsIn64Bits(std::string_view token)
{
    return token.starts_with('-') ? parseNumber<std::int64_t>(token).has_value()
                                  : parseNumber<std::uint64_t>(token).has_value();
}

std::string decodedString(std::string_view token)
{
    std::string text;
    for (std::size_t at = 1; at + 1 < token.size();) {
        if (token[at] != '\\') {
            text += token[at++];
            continue;
        }
        const JsonEscape escape = escapeAt(token, at);
        if (escape.length == 0) {
            ++at; // A broken escape stands for its letter.
            continue;
        }
        appendCodePoint(text, escape.character);
        at += escape.length;
    }
    return text;
}

bool JsonScanner::isScalarAt(std::size_t at) const
{
    constexpr std::string_view kOthers = "{}[],:\"";
    const char c = m_text[at];
    if (isBlank(c) || kOthers.find(c) != std::string_view::npos)
        return false;
    return c != '/' || m_comments == Comments::Ignored || commentEnd(m_text, at) == at;
}

JsonToken JsonScanner::next()
{
    while (m_at < m_text.size() && isBlank(m_text[m_at]))
        ++m_at;
    JsonToken token{JsonTokenKind::End, m_at, m_at};
    if (m_at == m_text.size())
        return token;
    if (isScalarAt(m_at)) {
        token.kind = JsonTokenKind::Scalar;
        while (m_at < m_text.size() && isScalarAt(m_at))
            ++m_at;
    } else {
        token.kind = static_cast<JsonTokenKind>(m_text[m_at]);
        std::size_t end = m_at + 1;
        if (token.kind == JsonTokenKind::String)
            end = stringEnd(m_text, m_at);
        else if (token.kind == JsonTokenKind::Comment)
            end = commentEnd(m_text, m_at);
        token.isClosed = end != std::string_view::npos;
        m_at = std::min(end, m_text.size());
    }
    token.end = m_at;
    return token;
}

bool JsonGrammar::advance(JsonTokenKind kind)
{
    switch (m_expects) {
    case Expects::ValueOrEnd:
        return close(kind) || beginValue(kind);
    case Expects::Value:
        return beginValue(kind);
    case Expects::NameOrEnd:
        if (close(kind))
            return true;
        [[fallthrough]];
    case Expects::Name:
        if (kind != JsonTokenKind::String)
            return false;
        m_expects = Expects::Colon;
        return true;
    case Expects::Colon:
        if (kind != JsonTokenKind::Colon)
            return false;
        m_expects = Expects::Value;
        return true;
    case Expects::CommaOrEnd:
        if (kind != JsonTokenKind::Comma)
            return close(kind);
        m_expects = m_closing.back() == '}' ? Expects::Name : Expects::Value;
        return true;
    case Expects::Nothing:
        break;
    }
    return false;
}

bool JsonGrammar::beginValue(JsonTokenKind kind)
{
    switch (kind) {
    case JsonTokenKind::ObjectBegin:
        m_closing.push_back('}');
        m_expects = Expects::NameOrEnd;
        return true;
    case JsonTokenKind::ArrayBegin:
        m_closing.push_back(']');
        m_expects = Expects::ValueOrEnd;
        return true;
    case JsonTokenKind::String:
    case JsonTokenKind::Scalar:
        return endValue();
    default:
        return false;
    }
}

bool JsonGrammar::close(JsonTokenKind kind)
{
    if (static_cast<char>(kind) != m_closing.back())
        return false;
    m_closing.pop_back();
    return endValue();
}

bool JsonGrammar::endValue()
{
    m_expects = m_closing.empty() ? Expects::Nothing : Expects::CommaOrEnd;
    return true;
}

} // namespace duologue
