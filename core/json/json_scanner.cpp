// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/json_scanner.h"

#include "core/base/ascii.h"
#include "core/json/json_tokens.h"

#include <algorithm>

namespace duologue {

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
