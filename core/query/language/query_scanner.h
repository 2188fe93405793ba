// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/query/language/query_mistake.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace duologue {

/// What a piece of a query's text is, for colours and completion.
enum class QueryTokenKind : std::uint8_t {
    /// Something to search for in texts, quoted or not.
    Text,
    Pattern,
    /// A field's name, or has, missing, text.user …, including the colon after it.
    Field,
    Value,
    /// OR, AND, NOT, or the minus sign.
    Operator,
    Bracket,
    /// message, first, last, all, count.
    Quantifier,
};

struct QueryToken {
    QueryTokenKind kind = QueryTokenKind::Text;
    /// In bytes of the text.
    std::size_t begin = 0;
    std::size_t end = 0;

    bool operator==(const QueryToken&) const = default;
};

/// A wide form of punctuation, and the ASCII character that it means outside of quotation marks.
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

/// Converts digits, dots and comparison signs from a Chinese keyboard to ASCII: "≥４" becomes ">=4".
std::string narrowNumber(std::string_view text);

/// Reads the text of a query character by character and word by word, for the parser. Throws QueryMistake.
class QueryScanner {
public:
    explicit QueryScanner(std::string_view text) : m_text(text) {}

    std::string_view text() const { return m_text; }
    std::size_t at() const { return m_at; }
    bool atEnd() const { return m_at >= m_text.size(); }
    void goBackTo(std::size_t place);

    /// The next character, in ASCII if it has a wide form; 0 at the end.
    char peek() const { return symbol().plain; }
    /// Number of bytes that peek() stands for.
    std::size_t width() const { return symbol().length; }
    void take(QueryTokenKind kind);
    /// Consumes a suffix of the previous token, such as the ':' after a field name.
    void takeInto();
    void skipSpace();

    /// Consumes a keyword if it stands alone, and the spaces after it.
    bool keyword(std::string_view word);
    /// Consumes a word if an opening bracket follows at once, but not the bracket.
    bool wordBeforeBracket(std::string_view word);
    /// Consumes a minus sign if something follows it at once.
    bool minus();

    /// Reads up to a space, bracket or quotation mark, or up to a colon if `stopAtColon`.
    std::string bareWord(QueryTokenKind kind, bool stopAtColon);
    /// Reads a quoted text and returns it without its marks. A text in straight marks may contain curly
    /// ones.
    std::string quoted(QueryTokenKind kind);
    /// Reads a pattern between slashes, in which a slash is escaped with a backslash.
    std::string pattern();

    /// The tokens read so far, in the order of the text.
    const std::vector<QueryToken>& tokens() const { return m_tokens; }
    /// Changes the kind of the last token, for example if a text turns out to be a field's name.
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
