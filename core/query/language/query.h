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

/// What one term asks of a record.
enum class TermKind : std::uint8_t {
    /// A message contains the text; `field` is empty or "text.user", "text.zh" …
    Text,
    /// A message matches the regular expression.
    Pattern,
    /// The field's value, or one of its values, is `value`.
    Equals,
    /// The field's number lies between `low` and `high`.
    Range,
    Has,
    Missing,
};

struct QueryTerm {
    TermKind kind = TermKind::Text;
    /// The field's key.
    std::string field;
    std::string value;
    /// The field as it was typed, where that is not its key: by it columns are told apart whose names have
    /// one key, as "A" and "a".
    std::string typedField = {};
    double low = -std::numeric_limits<double>::infinity();
    double high = std::numeric_limits<double>::infinity();
    bool lowIncluded = true;
    bool highIncluded = true;

    /// What finds the field.
    const std::string& fieldName() const { return typedField.empty() ? field : typedField; }

    bool operator==(const QueryTerm&) const = default;
};

enum class QueryKind : std::uint8_t { Everything, Term, And, Or, Not, Messages };

/// How a condition on single messages becomes one on their conversation. A conversation without messages has
/// no first and no last one, and none of which all could hold: only a count of them can be 0.
enum class Rollup : std::uint8_t {
    /// One message for which all of it holds.
    Some,
    First,
    Last,
    All,
    /// As many as the query's term says.
    Count,
};

/// As they are written: message(…), first(…), last(…), all(…), count(…):>=2.
inline constexpr std::array<std::pair<Rollup, std::string_view>, 5> kRollups{{
    {Rollup::Some, "message"},
    {Rollup::First, "first"},
    {Rollup::Last, "last"},
    {Rollup::All, "all"},
    {Rollup::Count, "count"},
}};

/// A question to the records, as a plain tree: the only filter state there is. Copied and compared freely.
struct Query {
    QueryKind kind = QueryKind::Everything;
    /// Of Messages.
    Rollup rollup = Rollup::Some;
    /// Of Messages with Rollup::Count, a range.
    QueryTerm term;
    /// Two or more for And and Or, one for Not; for Messages one, whose terms are said of a message.
    std::vector<Query> parts;
    /// Where it stands in the text it was parsed from, for messages; takes no part in comparison.
    std::size_t textBegin = 0;
    std::size_t textEnd = 0;
    /// Of a term about a field: where the name ends and the value begins, before and behind the colon; 0 in
    /// others.
    std::size_t nameEnd = 0;
    std::size_t valueBegin = 0;

    bool operator==(const Query& other) const
    {
        return kind == other.kind && rollup == other.rollup && term == other.term && parts == other.parts;
    }

    static Query of(QueryTerm term);
    /// Without needless nesting: no And in And, no Everything, no part twice.
    static Query all(std::vector<Query> parts);
    static Query any(std::vector<Query> parts);
};

/// The text that parses to the same query; empty for Everything.
std::string toText(const Query& query);

/// A word as a query writes it: quoted unless it reads as one plain word.
std::string queryWord(std::string_view text);

/// The terms side by side that make up the query, each of which may be taken away alone.
std::vector<Query> conjuncts(const Query& query);

/// True where every term in it is about that field. What is said of single messages is about none.
bool isAbout(const Query& query, std::string_view field);

/// True where texts have to be read to answer it.
bool asksTexts(const Query& query);

/// The query without the conjuncts that are about the field: what a chart of that field is drawn from.
Query withoutField(const Query& query, std::string_view field);

/// The query with `part` in place of the conjuncts about the field.
Query withField(const Query& query, std::string_view field, Query part);

} // namespace duologue
