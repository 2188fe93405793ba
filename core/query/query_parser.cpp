// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/query_parser.h"

#include "core/base/text.h"

#include <array>
#include <charconv>
#include <optional>

namespace duologue {

namespace {

/// Punctuation as a Chinese keyboard types it, and what it stands for here. A colon counts only behind a
/// field name, a bracket anywhere.
struct WideForm {
    std::string_view wide;
    char plain;
};

constexpr std::array<WideForm, 6> kWideForms{{
    {"：", ':'},
    {"（", '('},
    {"）", ')'},
    {"“", '"'},
    {"”", '"'},
    {"　", ' '},
}};

struct Symbol {
    char plain = '\0';
    std::size_t length = 0;
};

std::optional<double> wholeNumber(std::string_view text)
{
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size())
        return std::nullopt;
    return value;
}

/// Recursive descent; throws a QueryMistake, which never leaves this file.
class Parser {
public:
    explicit Parser(std::string_view text) : m_text(text) {}

    Query run()
    {
        skipSpace();
        if (atEnd())
            return {};
        Query query = alternatives(0);
        if (!atEnd())
            throw QueryMistake{m_at, m_at + symbol().length, "there is no \"(\" for this \")\""};
        return query;
    }

private:
    static constexpr int kDeepest = 200;

    bool atEnd() const { return m_at >= m_text.size(); }

    Symbol symbol() const
    {
        for (const WideForm& form : kWideForms) {
            if (m_text.substr(m_at).starts_with(form.wide))
                return {form.plain, form.wide.size()};
        }
        return atEnd() ? Symbol{} : Symbol{m_text[m_at], 1};
    }

    void skipSpace()
    {
        while (!atEnd() && (symbol().plain == ' ' || m_text[m_at] == '\t' || m_text[m_at] == '\n' ||
                            m_text[m_at] == '\r'))
            m_at += symbol().length;
    }

    /// Takes a keyword that stands alone.
    bool keyword(std::string_view word)
    {
        if (!m_text.substr(m_at).starts_with(word))
            return false;
        const std::size_t behind = m_at + word.size();
        if (behind < m_text.size() && m_text[behind] != ' ' && m_text[behind] != '(' &&
            m_text[behind] != '\t' && !m_text.substr(behind).starts_with("（") &&
            !m_text.substr(behind).starts_with("　"))
            return false;
        m_at = behind;
        skipSpace();
        return true;
    }

    Query alternatives(int depth)
    {
        const std::size_t begin = m_at;
        std::vector<Query> parts{sideBySide(depth)};
        while (keyword("OR"))
            parts.push_back(sideBySide(depth));
        Query query = Query::any(std::move(parts));
        // A single part knows its place better: it does not end with spaces.
        if (query.kind == QueryKind::And || query.kind == QueryKind::Or) {
            query.textBegin = begin;
            query.textEnd = m_at;
        }
        return query;
    }

    Query sideBySide(int depth)
    {
        if (depth > kDeepest)
            throw QueryMistake{m_at, m_text.size(), "the brackets are nested too deeply"};
        const std::size_t begin = m_at;
        std::vector<Query> parts;
        while (!atEnd() && symbol().plain != ')' && !startsWithOr()) {
            parts.push_back(negatable(depth));
            skipSpace();
            keyword("AND");
        }
        if (parts.empty())
            throw QueryMistake{begin, m_text.size(), "something to look for is missing here"};
        return Query::all(std::move(parts));
    }

    bool startsWithOr()
    {
        const std::size_t before = m_at;
        const bool found = keyword("OR");
        m_at = before;
        return found;
    }

    Query negatable(int depth)
    {
        const std::size_t begin = m_at;
        const bool minus = symbol().plain == '-' && m_at + 1 < m_text.size() && m_text[m_at + 1] != ' ';
        if (minus)
            ++m_at;
        if (minus || keyword("NOT")) {
            if (depth > kDeepest || atEnd())
                throw QueryMistake{begin, m_text.size(), "something to exclude is missing here"};
            Query query;
            query.kind = QueryKind::Not;
            query.parts.push_back(negatable(depth + 1));
            query.textBegin = begin;
            query.textEnd = m_at;
            return query;
        }
        if (symbol().plain != '(')
            return term();
        m_at += symbol().length;
        skipSpace();
        Query inner = alternatives(depth + 1);
        if (symbol().plain != ')')
            throw QueryMistake{begin, m_text.size(), "the \")\" for this \"(\" is missing"};
        m_at += symbol().length;
        return inner;
    }

    Query term()
    {
        const std::size_t begin = m_at;
        QueryTerm made;
        if (symbol().plain == '/') {
            made.kind = TermKind::Pattern;
            made.value = pattern();
        } else {
            const bool isQuoted = symbol().plain == '"';
            std::string first = isQuoted ? quoted() : bareWord(true);
            if (symbol().plain == ':' && !first.empty()) {
                m_at += symbol().length;
                made = fieldTerm(std::move(first), isQuoted, begin);
            } else if (first.empty()) {
                throw QueryMistake{begin, m_at > begin ? m_at : begin + symbol().length,
                                   "something to look for is missing here"};
            } else {
                made.value = std::move(first);
            }
        }
        Query query = Query::of(std::move(made));
        query.textBegin = begin;
        query.textEnd = m_at;
        return query;
    }

    /// A quoted name is a column's, also where it is a word of the language ("text", "has").
    QueryTerm fieldTerm(std::string name, bool isColumn, std::size_t begin)
    {
        QueryTerm made;
        const bool isPattern = symbol().plain == '/';
        const bool isQuoted = symbol().plain == '"';
        const std::size_t valueBegin = m_at;
        const std::string value = isPattern ? pattern() : isQuoted ? quoted() : bareWord(false);
        if (value.empty() && !isQuoted)
            throw QueryMistake{begin, m_at, "a value is missing behind \"" + name + ":\""};
        if (!isColumn && (name == "has" || name == "missing")) {
            made.kind = name == "has" ? TermKind::Has : TermKind::Missing;
            made.field = columnKey(value, begin);
            return made;
        }
        made.field = columnKey(name, begin);
        if (!isColumn && (made.field == "text" || made.field.starts_with("text."))) {
            made.field = made.field == "text" ? std::string() : made.field;
            made.kind = isPattern ? TermKind::Pattern : TermKind::Text;
            made.value = value;
            return made;
        }
        if (isPattern)
            throw QueryMistake{valueBegin, m_at, "a pattern can be looked for in texts only"};
        made.kind = TermKind::Equals;
        made.value = value;
        if (!isQuoted)
            readRange(made, valueBegin);
        return made;
    }

    std::string columnKey(std::string_view name, std::size_t begin) const
    {
        std::string key = fieldKey(name);
        if (key.empty())
            throw QueryMistake{begin, m_at, "a field's name has letters or digits"};
        return key;
    }

    void readRange(QueryTerm& term, std::size_t valueBegin) const
    {
        const std::string_view value = term.value;
        const auto bound = [&](std::string_view text) {
            const auto number = wholeNumber(text);
            if (!number)
                throw QueryMistake{valueBegin, m_at, "\"" + std::string(text) + "\" is no number"};
            return *number;
        };
        if (value.starts_with(">") || value.starts_with("<")) {
            const bool included = value.substr(1).starts_with("=");
            const double number = bound(value.substr(included ? 2 : 1));
            (value.front() == '>' ? term.low : term.high) = number;
            (value.front() == '>' ? term.lowIncluded : term.highIncluded) = included;
        } else if (const auto dots = value.find(".."); dots != std::string_view::npos) {
            if (dots > 0)
                term.low = bound(value.substr(0, dots));
            if (dots + 2 < value.size())
                term.high = bound(value.substr(dots + 2));
            if (value.size() == 2)
                throw QueryMistake{valueBegin, m_at, "a range needs a number before or behind \"..\""};
        } else {
            return;
        }
        if (term.low > term.high)
            throw QueryMistake{valueBegin, m_at, "the range ends before it begins"};
        term.kind = TermKind::Range;
        term.value.clear();
    }

    /// Up to a space or a bracket, and up to a colon where a field name may stand.
    std::string bareWord(bool stopAtColon)
    {
        const std::size_t begin = m_at;
        while (!atEnd()) {
            const Symbol next = symbol();
            if (next.plain == ' ' || next.plain == '\t' || next.plain == '\n' || next.plain == '(' ||
                next.plain == ')' || next.plain == '"' || (stopAtColon && next.plain == ':'))
                break;
            m_at += next.length;
        }
        return std::string(m_text.substr(begin, m_at - begin));
    }

    std::string quoted()
    {
        // A text that begins with a straight quotation mark may hold curly ones.
        const std::size_t begin = m_at;
        const std::size_t markLength = symbol().length;
        m_at += markLength;
        std::string value;
        while (!atEnd() && (symbol().plain != '"' || symbol().length != markLength)) {
            if (m_text[m_at] == '\\' && m_at + 1 < m_text.size())
                ++m_at;
            value += m_text[m_at++];
        }
        if (atEnd())
            throw QueryMistake{begin, m_text.size(), "the closing quotation mark is missing"};
        m_at += symbol().length;
        return value;
    }

    /// Between slashes; a slash in the pattern is written with a backslash.
    std::string pattern()
    {
        const std::size_t begin = m_at++;
        std::string value;
        while (!atEnd() && m_text[m_at] != '/') {
            if (m_text[m_at] == '\\' && m_at + 1 < m_text.size() && m_text[++m_at] != '/')
                value += '\\';
            value += m_text[m_at++];
        }
        if (atEnd())
            throw QueryMistake{begin, m_text.size(), "the closing \"/\" of the pattern is missing"};
        ++m_at;
        if (value.empty())
            throw QueryMistake{begin, m_at, "the pattern is empty"};
        return value;
    }

    std::string_view m_text;
    std::size_t m_at = 0;
};

} // namespace

std::variant<Query, QueryMistake> parseQuery(std::string_view text)
{
    try {
        return Parser(text).run();
    } catch (QueryMistake& mistake) {
        return std::move(mistake);
    }
}

} // namespace duologue
