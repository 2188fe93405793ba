// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/export/plain_messages.h"
#include "core/util/phrase.h"
#include "core/util/phrase_id.h"

namespace duologue {

namespace {

/// Next to the messages.
constexpr std::array<std::string_view, 4> kTrlKeys{"tools", "is_desirable", "label", "kto_tag"};

void addTools(ExportJson& object, const Conversation& conversation)
{
    if (const auto tools = valueUnder(conversation.fields, kTrlKeys.front()))
        object["tools"] = openaiTools(*tools);
}

bool saysMore(const Conversation& conversation, std::span<const PlainMessage> messages)
{
    return std::any_of(messages.begin(), messages.end(), [&](const PlainMessage& message) {
        return duologue::saysMore(conversation, *message.message);
    });
}

/// Whether nothing of what was said is in the list that was made of it.
bool isEmptyIn(const ExportJson& list, const Conversation& conversation,
               std::span<const PlainMessage> messages)
{
    const bool isEmpty = std::all_of(list.begin(), list.end(), [](const ExportJson& message) {
        const ExportJson& content = message["content"];
        return !message.contains("tool_calls") && (content.is_null() || content == "");
    });
    return isEmpty && saysMore(conversation, messages);
}

} // namespace

void writeTrlPairs(const ExportRecord& record, const ExportContext& context,
                   std::span<const ExportedPair> pairs, std::string& out, Losses& losses)
{
    const Conversation& conversation = record.conversation;
    CallIds ids(conversation);
    const ExportJson prompt = openaiMessages(conversation, plainMessages(record, context, losses), ids);
    std::uint64_t dropped = 0;
    for (const ExportedPair& pair : pairs) {
        const auto chosen = plainMessages(record, *pair.chosen, context, losses);
        const auto rejected = plainMessages(record, *pair.rejected, context, losses);
        ExportJson object{{"prompt", prompt},
                          {"chosen", openaiMessages(conversation, chosen, ids)},
                          {"rejected", openaiMessages(conversation, rejected, ids)}};
        const bool isEmptied = isEmptyIn(object["chosen"], conversation, chosen) ||
                               isEmptyIn(object["rejected"], conversation, rejected);
        const bool isMore = saysMore(conversation, chosen) || saysMore(conversation, rejected);
        if (isEmptied || (isMore && object["chosen"] == object["rejected"])) {
            losses.leaveOut(isEmptied ? PhraseId::LeftOutNoWords : PhraseId::LeftOutSameAnswers);
            ++dropped;
            continue;
        }
        addTools(object, conversation);
        addColumns(object, record, context);
        appendLine(object, out);
    }
    keepRecord(dropped, pairs.size(), losses);
    Written written = openaiWritten();
    written.candidates = true;
    written.fields = std::span(kTrlKeys).first(1);
    countLosses(record, context, written, losses);
}

void writeTrlPreference(const ExportRecord& record, const ExportContext& context, std::string& out,
                        Losses& losses)
{
    const auto pairs = answerPairs(record.conversation);
    if (pairs.empty())
        losses.leaveOut(PhraseId::LeftOutNoPair);
    else
        writeTrlPairs(record, context, pairs, out, losses);
}

void writeTrlAnswers(const ExportRecord& record, const ExportContext& context,
                     std::span<const JudgedAnswer> answers, std::string& out, Losses& losses)
{
    const Conversation& conversation = record.conversation;
    const auto messages = plainMessages(record, context, losses);
    CallIds ids(conversation);
    std::uint64_t dropped = 0;
    for (const JudgedAnswer& answer : answers) {
        std::span<const PlainMessage> prompt(messages);
        std::vector<PlainMessage> said;
        if (answer.candidate == nullptr) {
            const std::size_t number = answer.message == 0 ? messages.size() : answer.message;
            said = {messages[number - 1]};
            prompt = prompt.first(number - 1);
        } else {
            said = plainMessages(record, *answer.candidate, context, losses);
        }
        ExportJson object{{"prompt", openaiMessages(conversation, prompt, ids)},
                          {"completion", openaiMessages(conversation, said, ids)},
                          {"label", answer.isWanted}};
        if (isEmptyIn(object["completion"], conversation, said)) {
            losses.leaveOut(PhraseId::LeftOutNoWords);
            ++dropped;
            continue;
        }
        addTools(object, conversation);
        addColumns(object, record, context);
        appendLine(object, out);
    }
    keepRecord(dropped, answers.size(), losses);
    Written written = openaiWritten();
    written.candidates = true;
    written.fields = kTrlKeys;
    countLosses(record, context, written, losses);
}

void writeTrlKto(const ExportRecord& record, const ExportContext& context, std::string& out, Losses& losses)
{
    const auto answers = judgedAnswers(record.conversation);
    if (answers.empty())
        losses.leaveOut(PhraseId::LeftOutNoVerdict);
    else
        writeTrlAnswers(record, context, answers, out, losses);
}

} // namespace duologue
