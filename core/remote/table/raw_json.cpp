// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/remote/table/raw_json.h"

#include "core/base/ascii.h"
#include "core/json/json_repair.h"
#include "core/json/json_scanner.h"
#include "core/json/json_tokens.h"

#include <algorithm>

namespace duologue {

namespace {

/// The value that begins with this token.
std::string_view wholeValue(std::string_view text, JsonScanner& scanner, const JsonToken& first)
{
    JsonToken token = first;
    std::size_t depth = 0;
    for (;;) {
        depth += token.isOpening() ? 1 : 0;
        depth -= token.isClosing() && depth > 0 ? 1 : 0;
        if (depth == 0 || token.kind == JsonTokenKind::End)
            return text.substr(first.begin, token.end - first.begin);
        token = scanner.next();
    }
}

} // namespace

RawMembers::RawMembers(std::string_view text)
{
    JsonScanner scanner(text, JsonScanner::Comments::Ignored);
    scanner.next();
    for (JsonToken name = scanner.next(); name.kind == JsonTokenKind::String; name = scanner.next()) {
        scanner.next();
        const std::string_view value = wholeValue(text, scanner, scanner.next());
        m_members.emplace_back(decodedString(name.in(text)), value);
        if (scanner.next().kind != JsonTokenKind::Comma)
            return;
    }
}

std::string_view RawMembers::operator[](std::string_view name) const
{
    const auto found = std::find_if(m_members.rbegin(), m_members.rend(),
                                    [name](const auto& member) { return member.first == name; });
    return found == m_members.rend() ? std::string_view() : found->second;
}

std::vector<std::string_view> rawElements(std::string_view text)
{
    std::vector<std::string_view> elements;
    JsonScanner scanner(text, JsonScanner::Comments::Ignored);
    if (scanner.next().kind != JsonTokenKind::ArrayBegin)
        return elements;
    for (JsonToken token = scanner.next(); !token.isClosing() && token.kind != JsonTokenKind::End;
         token = scanner.next()) {
        elements.push_back(wholeValue(text, scanner, token));
        if (scanner.next().kind != JsonTokenKind::Comma)
            break;
    }
    return elements;
}

std::string onOneLine(std::string_view json)
{
    std::string out;
    out.reserve(json.size());
    JsonScanner scanner(json, JsonScanner::Comments::Ignored);
    for (JsonToken token = scanner.next(); token.kind != JsonTokenKind::End; token = scanner.next())
        out += token.in(json);
    return out;
}

std::string withPoints(std::string_view json)
{
    constexpr std::size_t kMostDigits = 19;
    std::string out;
    bool isInText = false;
    for (std::size_t i = 0; i < json.size(); ++i) {
        out += json[i];
        if (isInText && json[i] == '\\' && i + 1 < json.size()) {
            out += json[++i];
        } else if (json[i] == '"') {
            isInText = !isInText;
        } else if (!isInText && isDigit(json[i])) {
            const std::size_t begin = i;
            while (i + 1 < json.size() && isDigit(json[i + 1]))
                out += json[++i];
            const char before = begin > 0 ? json[begin - 1] : '\0';
            const char next = i + 1 < json.size() ? json[i + 1] : '\0';
            const bool isWhole = before != '.' && before != '+' && lowerAscii(before) != 'e' && next != '.' &&
                                 lowerAscii(next) != 'e';
            if (isWhole && i - begin + 1 > kMostDigits)
                out += ".0";
        }
    }
    return out;
}

std::optional<JsonView> LenientParser::parse(std::string_view text)
{
    const auto strictly = [this](std::string_view bytes) {
        m_bytes.resizeUninitialised(bytes.size());
        std::copy(bytes.begin(), bytes.end(), m_bytes.data());
        return m_parser.parse(m_bytes.view());
    };
    if (const auto parsed = strictly(text))
        return parsed.value();
    if (const auto parsed = strictly(withPoints(text)))
        return parsed.value();
    const JsonRepair repair = repairJson(text, false);
    if (repair.mistake || repair.strayComma || repair.comment)
        return std::nullopt;
    const auto parsed = strictly(repair.text.view());
    return parsed ? std::optional(parsed.value()) : std::nullopt;
}

} // namespace duologue
