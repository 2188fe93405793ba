// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/query/language/query_mistake.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace duologue {

/// What a piece of a query's text is, for colours and for what may be typed there.
enum class QueryTokenKind : std::uint8_t {
    /// Something to look for in texts, quoted or not.
    Text,
    Pattern,
    /// A field's name, or has, missing, text.user …; the colon behind it is part of it.
    Field,
    Value,
    /// OR, AND, NOT, or the minus sign.
    Operator,
    Bracket,
    /// message, first, last, all, count.
    Rollup,
};

struct QueryToken {
    QueryTokenKind kind = QueryTokenKind::Text;
    /// In bytes of the text.
    std::size_t begin = 0;
    std::size_t end = 0;

    bool operator==(const QueryToken&) const = default;
};

/// Punctuation in its wide form, and what it stands for outside of quotation marks.
struct WideForm {
    std::string_view wide;
    char plain;
};

inline constexpr std::array<WideForm, 9> kWideForms{{
    {"：", ':'},
    {"（", '('},
    {"）", ')'},
    {"“", '"'},
    {"”", '"'},
    {"＂", '"'},
    {"　", ' '},
    {"－", '-'},
    {"／", '/'},
}};

/// Digits, dots and signs of comparison as a Chinese keyboard types them, in ASCII: "≥４" becomes ">=4".
std::string narrowNumber(std::string_view text);

/// The text of a query, character by character and word by word: what the parser reads from. Throws
/// QueryMistake.
class QueryScanner {
public:
    explicit QueryScanner(std::string_view text) : m_text(text) {}

    std::string_view text() const { return m_text; }
    std::size_t at() const { return m_at; }
    bool atEnd() const { return m_at >= m_text.size(); }
    void goBackTo(std::size_t place);

    /// The character here in its plain form; 0 at the end.
    char peek() const { return symbol().plain; }
    /// Bytes of the character here.
    std::size_t width() const { return symbol().length; }
    void take(QueryTokenKind kind);
    /// Takes what is a part of the token before, as a colon behind a name.
    void takeInto();
    void skipSpace();

    /// Takes a keyword that stands alone.
    bool keyword(std::string_view word);
    /// Takes a word that an opening bracket follows at once; the bracket stays.
    bool wordBeforeBracket(std::string_view word);
    /// A minus sign that something follows.
    bool minus();

    /// Up to a space or a bracket, and up to a colon where a field name may stand.
    std::string bareWord(QueryTokenKind kind, bool stopAtColon);
    /// With its marks; a text that begins with a straight mark may hold curly ones.
    std::string quoted(QueryTokenKind kind);
    /// Between slashes; a slash in the pattern is written with a backslash.
    std::string pattern();

    /// So far, in the order of the text.
    const std::vector<QueryToken>& tokens() const { return m_tokens; }
    /// What was taken for a text was a field's name.
    void renameLast(QueryTokenKind kind) { m_tokens.back().kind = kind; }

private:
    struct Symbol {
        char plain = '\0';
        std::size_t length = 0;
    };

    Symbol symbol() const;
    void note(QueryTokenKind kind, std::size_t begin) { m_tokens.push_back({kind, begin, m_at}); }

    std::string_view m_text;
    std::size_t m_at = 0;
    std::vector<QueryToken> m_tokens;
};

} // namespace duologue
