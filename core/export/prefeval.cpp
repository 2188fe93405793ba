// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/export/plain_messages.h"
#include "core/util/phrase.h"
#include "core/util/phrase_id.h"

#include <array>

namespace duologue {

namespace {

/// Fields that PrefEval's records have beside the parts that have a meaning.
constexpr std::array<std::string_view, 7> kPrefevalKeys{
    "preference", "question", "explanation", "persona", "aligned_op", "implicit_query", "options"};

const ContextPart* partOf(const Conversation& conversation, ContextKind kind)
{
    for (const ContextPart& part : conversation.context) {
        if (part.kind == kind)
            return &part;
    }
    return nullptr;
}

/// Four messages that end with the choice: query, options, selection, acknowledgment.
ExportJson choiceOf(std::span<const PlainMessage> messages)
{
    constexpr std::array<const char*, 4> kKeys{"query", "assistant_options", "user_selection",
                                               "assistant_acknowledgment"};
    ExportJson object = ExportJson::object();
    for (std::size_t i = 0; i < messages.size(); ++i)
        object[kKeys.at(i)] = messages[i].text;
    return object;
}

ExportJson turnsOf(std::span<const PlainExchange> exchanges)
{
    ExportJson object = ExportJson::object();
    for (std::size_t i = 0; i < exchanges.size(); ++i)
        object[std::to_string(i)] = {{"user", exchanges[i].question}, {"assistant", exchanges[i].answer}};
    return object;
}

bool alternates(std::span<const PlainMessage> messages)
{
    for (std::size_t i = 0; i < messages.size(); ++i) {
        if (messages[i].role != (i % 2 == 0 ? "user" : "assistant"))
            return false;
    }
    return messages.size() % 2 == 0;
}

std::string jsonTextOf(const ExportJson& object)
{
    std::string line;
    appendLine(object, line);
    line.pop_back();
    return line;
}

/// The choice among options, or the turns with a persona. Returns whether candidates are written.
bool addForm(const ExportRecord& record, const ExportContext& context, std::span<const PlainMessage> messages,
             ExportJson& object, Losses& losses)
{
    const Conversation& conversation = record.conversation;
    constexpr std::size_t kChoiceMessages = 4;
    const bool hasOptions =
        !conversation.candidates.empty() && conversation.candidates.front().kind == CandidateKind::Option;
    if (hasOptions) {
        object["options"] = ExportJson::array();
        for (const Candidate& candidate : conversation.candidates) {
            const auto said = plainMessages(record, candidate, context, losses);
            const std::string_view text = said.empty() ? std::string_view() : said.front().text;
            losses.add(PhraseId::LostAnswerMessages, said.empty() ? 0 : said.size() - 1);
            object["options"].push_back(text);
            if (candidate.aligned)
                object["aligned_op"] = text;
        }
        if (const Field* field = fieldOf(conversation.fields, "implicit_query"))
            object["implicit_query"] = valueOfField(*field);
    }
    if (const ContextPart* persona = partOf(conversation, ContextKind::Persona))
        object["persona"] = plainText(record, persona->texts, context, losses);
    if (messages.empty())
        return hasOptions;
    if (hasOptions && messages.size() == kChoiceMessages && alternates(messages))
        object["conversation"] = choiceOf(messages);
    else if (const auto exchanges = exchangesOf(conversation, messages, losses); !exchanges.empty())
        object["conversation"] = turnsOf(exchanges);
    return hasOptions;
}

} // namespace

std::string headOfPrefeval(const ExportContext&)
{
    return "[\n";
}

std::string tailOfPrefeval(const ExportContext&)
{
    return "\n]\n";
}

void writePrefeval(const ExportRecord& record, const ExportContext& context, std::string& out, Losses& losses)
{
    const Conversation& conversation = record.conversation;
    const ContextPart* const preference = partOf(conversation, ContextKind::Preference);
    auto messages = plainMessages(record, context, losses);
    const bool endsWithQuestion = !messages.empty() && messages.back().role == "user";
    if (preference == nullptr || !endsWithQuestion) {
        losses.leaveOut(PhraseId::LeftOutNoPreference);
        return;
    }
    ExportJson object{{"preference", plainText(record, preference->texts, context, losses)},
                      {"question", messages.back().text}};
    messages.pop_back();
    if (const ContextPart* explanation = partOf(conversation, ContextKind::Explanation))
        object["explanation"] = plainText(record, explanation->texts, context, losses);
    Written written;
    written.candidates = addForm(record, context, messages, object, losses);
    written.fields = kPrefevalKeys;
    written.context = true;
    for (const ContextPart& part : conversation.context)
        losses.add(PhraseId::LostTask, part.kind == ContextKind::Task ? 1 : 0);
    addColumns(object, record, context);
    countLosses(record, context, written, losses);
    out += jsonTextOf(object);
}

} // namespace duologue
