// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/slow_evaluator.h"

#include "core/base/text.h"
#include "core/dataset/record_reader.h"

#include <algorithm>
#include <regex>

namespace duologue::test {

namespace {

bool textHolds(const QueryTerm& term, const Conversation& conversation)
{
    for (const Message& message : conversation.messages) {
        if ((term.field == "text.user" && message.role != "user") ||
            (term.field == "text.assistant" && message.role != "assistant"))
            continue;
        for (const Text& text : conversation.textsOf(message.texts)) {
            if ((term.field == "text.zh" && text.language != Language::Chinese) ||
                (term.field == "text.en" && text.language != Language::English))
                continue;
            const std::string whole(text.text);
            if (term.kind == TermKind::Pattern
                    ? std::regex_search(whole, std::regex(term.value, std::regex::icase))
                    : foldForSearch(whole).find(foldForSearch(term.value)) != std::string::npos)
                return true;
        }
    }
    return false;
}

std::optional<double> number(const Conversation& conversation, std::string_view field)
{
    if (field == "turns")
        return conversation.turns();
    if (field == "messages")
        return static_cast<double>(conversation.messages.size());
    for (const Rating& rating : conversation.ratings) {
        if (fieldKey(rating.name) == field || "rating." + fieldKey(rating.name) == field)
            return rating.value;
    }
    return std::nullopt;
}

bool categoryHolds(const Conversation& conversation, const QueryTerm& term)
{
    const auto is = [&](const Name& name) { return name.en == term.value || name.zh == term.value; };
    if (term.field == "intent")
        return std::any_of(conversation.intents.begin(), conversation.intents.end(), is);
    return std::any_of(conversation.fields.begin(), conversation.fields.end(), [&](const Field& field) {
        if (field.key != term.field)
            return false;
        return field.kind == FieldKind::Flag ? term.value == (field.number != 0 ? "yes" : "no")
                                             : is(field.name);
    });
}

bool marked(const Conversation& conversation, std::string_view value)
{
    int yes = 0;
    int annotated = 0;
    for (const Message& message : conversation.messages) {
        yes += message.hallucination == Mark::Yes ? 1 : 0;
        annotated += message.hallucination != Mark::NotAnnotated ? 1 : 0;
    }
    return value == "yes" ? yes > 0 : annotated > 0 && yes == 0;
}

bool isThere(const Conversation& conversation, std::string_view field)
{
    return number(conversation, field).has_value() ||
           std::any_of(conversation.fields.begin(), conversation.fields.end(),
                       [&](const Field& each) { return each.key == field; });
}

bool termHolds(const QueryTerm& term, const DecodedRecord& record)
{
    const Conversation& conversation = record.conversation;
    const auto value = number(conversation, term.field);
    switch (term.kind) {
    case TermKind::Text:
    case TermKind::Pattern:
        return textHolds(term, conversation);
    case TermKind::Range:
        return value && (term.lowIncluded ? *value >= term.low : *value > term.low) &&
               (term.highIncluded ? *value <= term.high : *value < term.high);
    case TermKind::Has:
        return isThere(conversation, term.field);
    case TermKind::Missing:
        return !isThere(conversation, term.field);
    case TermKind::Equals:
        break;
    }
    if (term.field == "hallucination")
        return marked(conversation, term.value);
    return value ? numberText(*value) == term.value : categoryHolds(conversation, term);
}

} // namespace

SlowEvaluator::SlowEvaluator(const Snapshot& snapshot)
{
    for (Row row = 0; row < snapshot.recordCount(); ++row)
        m_records.push_back(readRecord(snapshot, row).value());
}

bool SlowEvaluator::holds(const Query& query, Row row) const
{
    switch (query.kind) {
    case QueryKind::Everything:
        return true;
    case QueryKind::Not:
        return !holds(query.parts.front(), row);
    case QueryKind::And:
        return std::all_of(query.parts.begin(), query.parts.end(),
                           [&](const Query& part) { return holds(part, row); });
    case QueryKind::Or:
        return std::any_of(query.parts.begin(), query.parts.end(),
                           [&](const Query& part) { return holds(part, row); });
    case QueryKind::Term:
        break;
    }
    return termHolds(query.term, *m_records[row]);
}

} // namespace duologue::test
