// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/query/query.h"
#include "core/query/term_match.h"
#include "core/remote/sql_text.h"
#include "core/remote/table_layout.h"

#include <optional>
#include <string>
#include <string_view>

namespace duologue {

/// A text or a regular expression of a query, to look for in an engine's texts. The engine's regular
/// expressions (RE2) know nothing of how searches compare texts, so the expression lists for each character
/// all those that searches take for it (Ａ, á and A for a), and allows what they ignore (combining accents)
/// between them. Immutable; any thread.
class TextMatch {
public:
    /// For a term of the kind Text or Pattern, or of Equals: its value.
    static TextMatch inTerm(const QueryTerm& term);
    static TextMatch words(std::string_view text);

    /// Whether the value of an expression, a String that is not NULL, contains it.
    Bounds containedIn(const std::string& expression) const;
    /// Whether a JSON text contains it in one of its texts; it may be written with escapes there. Only the
    /// upper bound is of use.
    std::string mayBeInJson(const std::string& expression) const;
    /// Whether the value is this text as searches compare them. Not for a Pattern.
    Bounds equalTo(const std::string& expression) const;

private:
    /// RE2. None if the engine cannot look for it.
    std::optional<std::string> m_expression;
    /// RE2 that matches characters which stand for several of the text's, as ﬁ does; empty if there are none.
    /// A text with one may contain the text although `m_expression` does not match.
    std::string m_several;
    bool m_mayBeEscaped = false;
};

/// The RE2 expression (toRe2()), ignoring case, for engines that use that library. None for one that is
/// refused.
std::optional<std::string> engineExpression(std::string_view pattern);

/// Whether a number in SQL, never NULL, is in a range.
std::string inRange(const std::string& number, const ClosedRange& range,
                    SqlDialect dialect = SqlDialect::ClickHouse);

/// A term about a column (any but Text and Pattern) as conditions about one value of it, `value` in SQL. Of a
/// list: about the element. With `ofMessages`, the term is about a message.
Bounds pushValue(const TableFacts& facts, const TableColumn& column, const std::string& value,
                 const QueryTerm& term, bool ofMessages);

/// Whether its values are single whole numbers of 64 bits at most.
inline bool isWholeNumbers(const TableColumn& column)
{
    return column.type == RemoteType::Number && !column.isFloat && !column.isList;
}

} // namespace duologue
