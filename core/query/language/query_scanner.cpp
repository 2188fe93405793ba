// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/language/query_scanner.h"
#include "core/base/phrase_id.h"

#include "core/base/ascii.h"

#include <algorithm>

namespace duologue {

std::string narrowNumber(std::string_view text)
{
    std::string narrow;
    for (std::size_t i = 0; i < text.size();) {
        const auto byte = [&](std::size_t at) {
            return at < text.size() ? static_cast<unsigned char>(text[at]) : 0U;
        };
        // U+FF01 to U+FF5E are wide forms of the printable ASCII characters.
        const unsigned wide =
            byte(i) == 0xEF && byte(i + 1) >= 0xBC ? (byte(i + 1) - 0xBC) * 64 + (byte(i + 2) & 0x3FU) : 0;
        if (wide >= 0x01 && wide <= 0x5E) {
            narrow += static_cast<char>(wide + 0x20);
            i += 3;
        } else if (text.substr(i).starts_with("≥") || text.substr(i).starts_with("≤")) {
            narrow += text.substr(i).starts_with("≥") ? ">=" : "<=";
            i += std::string_view("≥").size();
        } else {
            narrow += text[i++];
        }
    }
    return narrow;
}

void QueryScanner::goBackTo(std::size_t place)
{
    m_at = place;
    while (!m_tokens.empty() && m_tokens.back().begin >= place)
        m_tokens.pop_back();
}

QueryScanner::Symbol QueryScanner::symbol() const
{
    for (const WideForm& form : kWideForms) {
        if (m_text.substr(m_at).starts_with(form.wide))
            return {form.plain, form.wide.size()};
    }
    return atEnd() ? Symbol{} : Symbol{m_text[m_at], 1};
}

void QueryScanner::take(QueryTokenKind kind)
{
    const std::size_t begin = m_at;
    m_at += symbol().length;
    note(kind, begin);
}

void QueryScanner::takeInto()
{
    m_at += symbol().length;
    m_tokens.back().end = m_at;
}

void QueryScanner::skipSpace()
{
    while (!atEnd() && isBlank(peek()))
        m_at += symbol().length;
}

bool QueryScanner::keyword(std::string_view word)
{
    if (!m_text.substr(m_at).starts_with(word))
        return false;
    const std::size_t begin = m_at;
    m_at += word.size();
    const bool alone = atEnd() || peek() == ' ' || peek() == '(' || peek() == ')' || peek() == '\t';
    if (!alone) {
        m_at = begin;
        return false;
    }
    note(QueryTokenKind::Operator, begin);
    skipSpace();
    return true;
}

bool QueryScanner::wordBeforeBracket(std::string_view word)
{
    if (!m_text.substr(m_at).starts_with(word))
        return false;
    const std::size_t begin = m_at;
    m_at += word.size();
    if (peek() != '(') {
        m_at = begin;
        return false;
    }
    note(QueryTokenKind::Quantifier, begin);
    return true;
}

bool QueryScanner::minus()
{
    const std::size_t behind = m_at + width();
    if (peek() != '-' || behind >= m_text.size() || m_text[behind] == ' ' ||
        m_text.substr(behind).starts_with("　"))
        return false;
    take(QueryTokenKind::Operator);
    return true;
}

std::string QueryScanner::bareWord(QueryTokenKind kind, bool stopAtColon)
{
    const std::size_t begin = m_at;
    while (!atEnd()) {
        const Symbol next = symbol();
        if (isBlank(next.plain) || next.plain == '(' || next.plain == ')' || next.plain == '"' ||
            (stopAtColon && next.plain == ':'))
            break;
        m_at += next.length;
    }
    if (m_at > begin)
        note(kind, begin);
    return std::string(m_text.substr(begin, m_at - begin));
}

std::string QueryScanner::quoted(QueryTokenKind kind)
{
    const std::size_t begin = m_at;
    const std::size_t markLength = width();
    m_at += markLength;
    std::string value;
    while (!atEnd() && (peek() != '"' || width() != markLength)) {
        if (m_text[m_at] == '\\' && m_at + 1 < m_text.size())
            ++m_at;
        value += m_text[m_at++];
    }
    const bool closed = !atEnd();
    if (closed)
        m_at += width();
    note(kind, begin);
    if (!closed)
        throw QueryMistake{begin, m_text.size(), PhraseId::NoClosingQuote};
    return value;
}

std::string QueryScanner::pattern()
{
    const std::size_t begin = m_at;
    const std::size_t markLength = width();
    m_at += markLength;
    std::string value;
    while (!atEnd() && (peek() != '/' || width() != markLength)) {
        if (m_text[m_at] == '\\' && m_at + 1 < m_text.size() && m_text[++m_at] != '/')
            value += '\\';
        value += m_text[m_at++];
    }
    const bool closed = !atEnd();
    if (closed)
        m_at += width();
    note(QueryTokenKind::Pattern, begin);
    if (!closed)
        throw QueryMistake{begin, m_text.size(), PhraseId::NoClosingSlash};
    if (value.empty())
        throw QueryMistake{begin, m_at, PhraseId::EmptyPattern};
    return value;
}

} // namespace duologue
