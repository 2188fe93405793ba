// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <string_view>

namespace duologue {

/// One form of query, for the pages that explain queries.
struct QueryForm {
    /// A query that parses.
    std::string_view example;
    /// What the example means, in English.
    std::string_view meaning;
};

/// The query language by example, in the order in which one learns it.
inline constexpr std::array kQueryForms{
    QueryForm{"杭州", "a message contains it, in either language, whatever case and width"},
    QueryForm{"\"two-day trip\"", "words with spaces stand in quotation marks"},
    QueryForm{"/visa|签证/", "a message matches the regular expression"},
    QueryForm{"text.user:budget",
              "the same in one role or language: text.user, text.assistant, text.zh, text.en"},
    QueryForm{"text.context:vegan",
              "not in messages, but in what frames them: task, preference, persona, question, explanation"},
    QueryForm{"text.note:budget", "in what was written about messages: memos and reasons"},
    QueryForm{"task:\"travel planning\"", "the field is that value, or one of its values is"},
    QueryForm{"task:旅行规划", "categories answer to both their names"},
    QueryForm{"\"Preference Alignment\":2", "fields answer to their key and to their printed name"},
    QueryForm{"turns:4 rating.diversity:<2", "side by side, all are required; numbers are compared"},
    QueryForm{"turns:2..5", "a range, both ends included; also >=2 and ..5"},
    QueryForm{"hallucination:yes", "some message is marked; also no and unclear"},
    QueryForm{"translation:partial", "complete, partial or none of the messages are in both languages"},
    QueryForm{"has:rating.diversity", "the field is there"},
    QueryForm{"missing:explanation", "the field is not there"},
    QueryForm{"-intent:Others", "not; also NOT"},
    QueryForm{"(杭州 OR 上海) turns:3", "one of them; brackets group"},
    QueryForm{"message(intent:Recommendation role:user)", "all of it holds for one and the same message"},
    QueryForm{"message(hallucination:yes turn:>3 reply_to.intent:Search)",
              "an answer after turn 3 to a user who searched is marked"},
    QueryForm{"message(intent:Planning next.intent:Search)",
              "a user plans, and searches in the next message"},
    QueryForm{"first(role:assistant)", "it holds for the first message; also last(…)"},
    QueryForm{"all(length:<400)", "it holds for every message, and there is one"},
    QueryForm{"count(role:user 谢谢):>=2", "it holds for that many messages; also :2..5 and :0"},
};

/// The fields that conditions on messages can use.
inline constexpr std::string_view kMessageFieldKeys =
    "position, turn, role, length, intent, reply_to.intent, next.intent, hallucination, satisfaction";

} // namespace duologue
