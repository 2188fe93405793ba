// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace duologue {

/// The kind of condition that a term is.
enum class TermKind : std::uint8_t {
    /// A message contains the text; `field` is empty or "text.user", "text.zh" …
    Text,
    /// A message matches the regular expression.
    Pattern,
    /// The field's value, or one of its values, is `value`.
    Equals,
    /// The field's number or time lies between `low` and `high`.
    Range,
    Has,
    Missing,
};

struct QueryTerm {
    TermKind kind = TermKind::Text;
    /// The field's key.
    std::string field;
    std::string value;
    /// The field as it was typed, if that is not its key. It distinguishes columns whose names have the same
    /// key, such as "A" and "a".
    std::string typedField = {};
    double low = -std::numeric_limits<double>::infinity();
    double high = std::numeric_limits<double>::infinity();
    bool lowIncluded = true;
    bool highIncluded = true;
    /// The ends as they were typed if they are times ("2026-01"): then `low` and `high` are seconds; or if
    /// they are whole numbers that a double does not hold: then `low` and `high` are rounded.
    std::string lowTyped = {};
    std::string highTyped = {};

    /// The name to find the field by.
    const std::string& fieldName() const { return typedField.empty() ? field : typedField; }

    bool operator==(const QueryTerm&) const = default;
};

enum class QueryKind : std::uint8_t { Everything, Term, And, Or, Not, Messages };

/// How a condition on single messages becomes one on their conversation. Only Count can hold for a
/// conversation without messages, by a count of 0.
enum class Quantifier : std::uint8_t {
    /// Some message satisfies the whole condition.
    Some,
    First,
    Last,
    All,
    /// The number of such messages is in the range of the query's term.
    Count,
};

/// As written in queries: message(…), first(…), last(…), all(…), count(…):>=2.
inline constexpr std::array<std::pair<Quantifier, std::string_view>, 5> kQuantifiers{{
    {Quantifier::Some, "message"},
    {Quantifier::First, "first"},
    {Quantifier::Last, "last"},
    {Quantifier::All, "all"},
    {Quantifier::Count, "count"},
}};

/// A filter for records, as a plain tree; the program has no other filter state. Copied and compared freely.
struct Query {
    QueryKind kind = QueryKind::Everything;
    /// Only for Messages.
    Quantifier quantifier = Quantifier::Some;
    /// The condition of a Term; for Messages with Quantifier::Count the range of the count.
    QueryTerm term;
    /// Two or more for And and Or, one for Not. One for Messages, whose terms are about a message.
    std::vector<Query> parts;
    /// Byte range in the text it was parsed from, for error messages; ignored by comparison.
    std::size_t textBegin = 0;
    std::size_t textEnd = 0;
    /// For a term about a field: where the name ends before the colon, and where the value begins after it;
    /// 0 for other queries.
    std::size_t nameEnd = 0;
    std::size_t valueBegin = 0;

    bool operator==(const Query& other) const
    {
        return kind == other.kind && quantifier == other.quantifier && term == other.term &&
               parts == other.parts;
    }

    static Query of(QueryTerm term);
    /// Without needless nesting: no And in And, no Everything, no part twice.
    static Query all(std::vector<Query> parts);
    static Query any(std::vector<Query> parts);
};

/// The text that parses to the same query; empty for Everything.
std::string toText(const Query& query);

/// The text as a word of a query: quoted unless it reads as one plain word.
std::string queryWord(std::string_view text);

/// The parts that must all hold, each of which can be removed alone.
std::vector<Query> conjuncts(const Query& query);

/// True if every term in it is about that field. Conditions on messages are about no field.
bool isAbout(const Query& query, std::string_view field);

/// True if evaluating the query has to read texts.
bool asksTexts(const Query& query);

/// The query without the conjuncts about the field: the filter for a chart of that field.
Query withoutField(const Query& query, std::string_view field);

/// The query with `part` in place of the conjuncts about the field.
Query withField(const Query& query, std::string_view field, Query part);

} // namespace duologue
