// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/util/phrase.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace duologue {

/// A query that cannot be understood or does not fit the dataset: where, in bytes of its text, and why.
/// `begin` equals `end` where no part of the text is to blame.
struct QueryMistake {
    std::size_t begin = 0;
    std::size_t end = 0;
    Phrase what;
};

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

/// One form of query, for the pages that explain queries.
struct QueryForm {
    /// A query that parses.
    std::string_view example;
    /// What the example means, in English.
    std::string_view meaning;
};

/// The query language by example, in the order in which one learns it.
inline constexpr std::array kQueryForms{
    QueryForm{"杭州",
              DUOLOGUE_TEXT("QueryForms",
                            "a text of the record contains it, in any language, ignoring case and width")},
    QueryForm{"\"two-day trip\"", DUOLOGUE_TEXT("QueryForms", "a text with spaces needs quotation marks")},
    QueryForm{"/visa|签证/", DUOLOGUE_TEXT("QueryForms", "a text matches the regular expression")},
    QueryForm{
        "text.user:budget",
        DUOLOGUE_TEXT("QueryForms",
                      "only in one role or language: text.user, text.assistant, text.zh, text.en, text.ja")},
    QueryForm{"text.context:vegan",
              DUOLOGUE_TEXT(
                  "QueryForms",
                  "only in the context of the messages: task, preference, persona, question, explanation")},
    QueryForm{"text.tool:search", DUOLOGUE_TEXT("QueryForms", "only in tool calls and their results")},
    QueryForm{"text.note:budget",
              DUOLOGUE_TEXT("QueryForms", "only in notes about messages: memos and reasons")},
    QueryForm{"task:\"travel planning\"",
              DUOLOGUE_TEXT("QueryForms", "the field has this value, or it is one of its values")},
    QueryForm{"task:旅行规划", DUOLOGUE_TEXT("QueryForms", "categories can be named in either language")},
    QueryForm{"\"Preference Alignment\":2",
              DUOLOGUE_TEXT("QueryForms", "fields can be named by their key or by their title")},
    QueryForm{"轮数:>8 幻觉:是",
              DUOLOGUE_TEXT("QueryForms", "fields and values can be named in English and in Chinese")},
    QueryForm{
        "file:29.json",
        DUOLOGUE_TEXT("QueryForms", "the file has this name or path; plain words also find ids and files")},
    QueryForm{"file:real_users/",
              DUOLOGUE_TEXT("QueryForms", "the file is in this folder or in one of its subfolders")},
    QueryForm{"turns:4 rating.diversity:<2",
              DUOLOGUE_TEXT("QueryForms", "adjacent terms must all match; numbers are compared")},
    QueryForm{"turns:2..5", DUOLOGUE_TEXT("QueryForms", "a range that includes both ends; also >=2 and ..5")},
    QueryForm{"hallucination:yes",
              DUOLOGUE_TEXT("QueryForms", "some message is marked; also no and unclear")},
    QueryForm{"translation:partial",
              DUOLOGUE_TEXT("QueryForms",
                            "how many of the messages are in both languages: complete, partial or none")},
    QueryForm{"has:rating.diversity", DUOLOGUE_TEXT("QueryForms", "the field has a value")},
    QueryForm{"missing:explanation", DUOLOGUE_TEXT("QueryForms", "the field has no value")},
    QueryForm{"-intent:Others", DUOLOGUE_TEXT("QueryForms", "the term does not match; also NOT")},
    QueryForm{"(杭州 OR 上海) turns:3",
              DUOLOGUE_TEXT("QueryForms", "either term matches; brackets group terms")},
    QueryForm{"message(intent:Recommendation role:user)",
              DUOLOGUE_TEXT("QueryForms", "a single message satisfies everything in the brackets")},
    QueryForm{"message(hallucination:yes turn:>3 reply_to.intent:Search)",
              DUOLOGUE_TEXT("QueryForms",
                            "an answer after turn 3 is marked, and it replies to a user who searched")},
    QueryForm{"message(intent:Planning next.intent:Search)",
              DUOLOGUE_TEXT("QueryForms", "a user plans and searches in the next message")},
    QueryForm{"message(disable_loss:true)",
              DUOLOGUE_TEXT("QueryForms", "a message's own key has this value; also has: and missing:")},
    QueryForm{"first(role:assistant)",
              DUOLOGUE_TEXT("QueryForms", "the first message satisfies it; also last(…)")},
    QueryForm{"all(length:<400)",
              DUOLOGUE_TEXT("QueryForms", "every message satisfies it, and there is at least one")},
    QueryForm{"count(role:user 谢谢):>=2",
              DUOLOGUE_TEXT("QueryForms", "this many messages satisfy it; also :2..5 and :0")},
};

/// The fields that conditions on messages can use.
inline constexpr std::string_view kMessageFieldKeys =
    "position, turn, role, length, intent, reply_to.intent, next.intent, hallucination, satisfaction, keys "
    "of the data";

} // namespace duologue
