// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/query/query.h"
#include "core/util/expected.h"

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

/// Parses the text of the query bar and of --where. Takes field names as written; checkQuery() finds out
/// whether a dataset has them. Writes the tokens of the text, up to a mistake if there is one, to `tokens`
/// unless it is null.
Expected<Query, QueryMistake> parseQuery(std::string_view text, std::vector<QueryToken>* tokens = nullptr);

/// The tokens of a query's text, even if it has mistakes: the text after a mistake is read as a new query.
std::vector<QueryToken> queryTokens(std::string_view text);

/// What can be typed at a position in a query's text, for completion.
struct QueryPlace {
    enum class Kind : std::uint8_t {
        /// Nothing that can be suggested: a text, a pattern, a keyword.
        Nothing,
        /// The beginning of a term, for example a field's name.
        Term,
        /// A field's name after has: or missing:.
        FieldName,
        /// A value of `field`.
        Value,
    };

    Kind kind = Kind::Nothing;
    /// The word at the position, in bytes of the text; the chosen suggestion replaces it.
    std::size_t begin = 0;
    std::size_t end = 0;
    /// The part of the word before the position, without quotation marks.
    std::string typed;
    /// The name of the field as it is written, without the colon.
    std::string field;
    /// The position is inside the brackets of a condition on messages.
    bool inMessages = false;
};

/// `cursor` is a byte offset in the text, at the beginning of a character.
QueryPlace queryPlaceAt(std::string_view text, std::size_t cursor);

} // namespace duologue
