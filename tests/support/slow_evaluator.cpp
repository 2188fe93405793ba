// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/slow_evaluator.h"

#include "core/data/record_texts.h"
#include "core/load/record_reader.h"
#include "core/util/text.h"

#include <algorithm>
#include <map>
#include <regex>

namespace duologue::test {

namespace {

/// Whether a term that names a part, a role or a language means the text.
bool isMeant(const QueryTerm& term, const RecordText& text)
{
    const bool isSpeech =
        text.part == TextPart::Message || (text.part == TextPart::Candidate && text.entry != nullptr);
    if (term.field == "text.user" || term.field == "text.assistant")
        return isSpeech && "text." + std::string(text.role) == term.field;
    if (term.field == "text.zh" || term.field == "text.en")
        return isChinese(text.language()) == (term.field == "text.zh");
    return true;
}

/// Compiled once: that takes longer than most searches.
const std::regex& expressionOf(const std::string& pattern)
{
    static std::map<std::string, std::regex> known;
    auto found = known.find(pattern);
    if (found == known.end())
        found = known.emplace(pattern, std::regex(pattern, std::regex::icase)).first;
    return found->second;
}

bool textHoldsIn(const QueryTerm& term, const RecordText& text)
{
    const std::string whole(text.text);
    if (!isMeant(term, text))
        return false;
    return term.kind == TermKind::Pattern
               ? std::regex_search(whole, expressionOf(term.value))
               : foldForSearch(whole).find(foldForSearch(term.value)) != std::string::npos;
}

bool textHolds(const TextKeys& keys, const QueryTerm& term, const Conversation& conversation)
{
    return forEachText(conversation,
                       [&](const RecordText& text) { return textHoldsIn(term, text) && keys.isText(text); });
}

bool lies(double value, const QueryTerm& term)
{
    return (term.lowIncluded ? value >= term.low : value > term.low) &&
           (term.highIncluded ? value <= term.high : value < term.high);
}

/// The newest English text, or the newest Chinese one if there is no English one.
std::size_t lengthOf(const Conversation& conversation, const Message& message)
{
    std::optional<std::size_t> english;
    std::size_t chinese = 0;
    for (const Text& text : conversation.textsOf(message.texts)) {
        if (text.earlier)
            continue;
        if (isChinese(text.language))
            chinese = characterCount(text.text);
        else
            english = characterCount(text.text);
    }
    return english.value_or(chinese);
}

/// How many runs of questions begin up to the message.
int turnAt(const Conversation& conversation, std::size_t at)
{
    int turns = 0;
    std::string_view before;
    for (std::size_t i = 0; i <= at; ++i) {
        const std::string_view role = conversation.messages[i].role;
        if (role == "system")
            continue;
        turns += role == "user" && before != "user" ? 1 : 0;
        before = role;
    }
    return turns;
}

/// The values that one message has for a field, as text.
std::vector<std::string> messageValues(const Conversation& conversation, std::size_t at,
                                       std::string_view field)
{
    const Message& message = conversation.messages[at];
    std::vector<std::string> values;
    const auto addIntents = [&](const Message& of) {
        for (const Name& intent : conversation.intentsOf(of)) {
            values.emplace_back(intent.en);
            values.emplace_back(intent.zh);
        }
    };
    if (field == "role")
        values.emplace_back(message.role);
    else if (field == "position")
        values.push_back(std::to_string(at + 1));
    else if (field == "length")
        values.push_back(std::to_string(lengthOf(conversation, message)));
    else if (field == "intent")
        addIntents(message);
    else if (field == "hallucination" && message.hallucination != Mark::NotAnnotated)
        values.emplace_back(message.hallucination == Mark::Yes  ? "yes"
                            : message.hallucination == Mark::No ? "no"
                                                                : "unclear");
    else if (field == "turn" && message.role != "system" && turnAt(conversation, at) > 0)
        values.push_back(std::to_string(turnAt(conversation, at)));
    for (std::size_t i = at; field == "reply_to.intent" && message.role == "assistant" && i-- > 0;) {
        if (conversation.messages[i].role == "user") {
            addIntents(conversation.messages[i]);
            break;
        }
    }
    for (std::size_t i = at + 1;
         field == "next.intent" && message.role == "user" && i < conversation.messages.size(); ++i) {
        if (conversation.messages[i].role == "user") {
            addIntents(conversation.messages[i]);
            break;
        }
    }
    std::erase(values, std::string());
    return values;
}

bool messageHolds(const Query& query, const Conversation& conversation, std::size_t at)
{
    const auto holds = [&](const Query& part) { return messageHolds(part, conversation, at); };
    if (query.kind == QueryKind::Not)
        return !holds(query.parts.front());
    if (query.kind == QueryKind::And)
        return std::all_of(query.parts.begin(), query.parts.end(), holds);
    if (query.kind == QueryKind::Or)
        return std::any_of(query.parts.begin(), query.parts.end(), holds);
    if (query.kind != QueryKind::Term)
        return true;
    const QueryTerm& term = query.term;
    if (term.kind == TermKind::Text || term.kind == TermKind::Pattern)
        return forEachTextOf(conversation, at,
                             [&](const RecordText& text) { return textHoldsIn(term, text); });
    const std::vector<std::string> values = messageValues(conversation, at, term.field);
    if (term.kind == TermKind::Has || term.kind == TermKind::Missing)
        return values.empty() == (term.kind == TermKind::Missing);
    return std::any_of(values.begin(), values.end(), [&](const std::string& value) {
        return term.kind == TermKind::Range ? lies(std::stod(value), term) : value == term.value;
    });
}

bool messagesHold(const Query& query, const Conversation& conversation)
{
    std::vector<bool> held;
    for (std::size_t i = 0; i < conversation.messages.size(); ++i)
        held.push_back(messageHolds(query.parts.front(), conversation, i));
    const auto count = std::count(held.begin(), held.end(), true);
    switch (query.quantifier) {
    case Quantifier::Some:
        return count > 0;
    case Quantifier::First:
        return !held.empty() && held.front();
    case Quantifier::Last:
        return !held.empty() && held.back();
    case Quantifier::All:
        return !held.empty() && count == static_cast<std::ptrdiff_t>(held.size());
    case Quantifier::Count:
        break;
    }
    return lies(static_cast<double>(count), query.term);
}

std::optional<double> number(const Conversation& conversation, std::string_view field)
{
    if (field == "turns") {
        const auto& messages = conversation.messages;
        const int turns = messages.empty() ? 0 : turnAt(conversation, messages.size() - 1);
        return turns == 0 ? std::nullopt : std::optional<double>(turns);
    }
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
    const auto count = [&](Mark mark) {
        return std::count_if(conversation.messages.begin(), conversation.messages.end(),
                             [mark](const Message& message) { return message.hallucination == mark; });
    };
    if (value == "yes")
        return count(Mark::Yes) > 0;
    if (value == "no")
        return count(Mark::Yes) == 0 && count(Mark::No) > 0;
    return count(Mark::Yes) + count(Mark::No) == 0 && count(Mark::Unclear) > 0;
}

bool isThere(const Conversation& conversation, std::string_view field)
{
    return number(conversation, field).has_value() ||
           std::any_of(conversation.fields.begin(), conversation.fields.end(),
                       [&](const Field& each) { return each.key == field; });
}

bool termHolds(const TextKeys& keys, const QueryTerm& term, const DecodedRecord& record)
{
    const Conversation& conversation = record.conversation;
    const auto value = number(conversation, term.field);
    switch (term.kind) {
    case TermKind::Text:
    case TermKind::Pattern:
        return textHolds(keys, term, conversation);
    case TermKind::Range:
        return value && lies(*value, term);
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

SlowEvaluator::SlowEvaluator(const Snapshot& snapshot) : m_keys(textKeysOf(snapshot))
{
    for (Row row{0}; row < snapshot.endRow(); ++row)
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
    case QueryKind::Messages:
        return messagesHold(query, m_records[indexOf(row)]->conversation);
    case QueryKind::Term:
        break;
    }
    return termHolds(m_keys, query.term, *m_records[indexOf(row)]);
}

} // namespace duologue::test
