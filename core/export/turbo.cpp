// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/export/plain_messages.h"
#include "core/util/phrase.h"
#include "core/util/phrase_id.h"

#include <algorithm>
#include <array>

namespace duologue {

namespace {

constexpr std::array<std::string_view, 1> kTurboMessageKeys{"disable_loss"};

std::string_view turboRole(std::string_view role)
{
    return role == "assistant" ? "bot" : role;
}

ExportJson turboMessage(const ExportRecord& record, const PlainMessage& message)
{
    ExportJson object = roleAndContent(turboRole(message.role), message.text);
    const auto fields = record.conversation.fieldsOf(message.message->fields);
    if (const Field* field = fieldOf(fields, kTurboMessageKeys.front()))
        object[std::string(field->key)] = valueOfField(*field);
    return object;
}

ExportJson turboMessages(const ExportRecord& record, std::span<const PlainMessage> messages)
{
    ExportJson list = ExportJson::array();
    for (const PlainMessage& message : messages)
        list.push_back(turboMessage(record, message));
    return list;
}

/// The conversation and what an answer has before it.
ExportJson turboContext(const ExportRecord& record, std::span<const PlainMessage> messages,
                        std::span<const PlainMessage> before)
{
    ExportJson list = turboMessages(record, messages);
    for (const PlainMessage& message : before)
        list.push_back(turboMessage(record, message));
    return list;
}

/// How many texts all answers begin with, so that they are part of the question; an answer keeps its last
/// message, and a single one keeps what follows its last question.
std::size_t sharedTexts(const Conversation& conversation, std::span<const std::vector<PlainMessage>> answers)
{
    const std::vector<PlainMessage>& first = answers.front();
    const auto isShared = [&](std::size_t index) {
        return std::all_of(answers.begin(), answers.end(), [&](const std::vector<PlainMessage>& answer) {
            return index + 1 < answer.size() && answer[index].role == first[index].role &&
                   answer[index].text == first[index].text && answer[index].role != "tool" &&
                   !saysMore(conversation, *answer[index].message);
        });
    };
    std::size_t end = first.empty() ? 0 : first.size() - 1;
    if (answers.size() == 1) {
        while (end > 0 && first[end - 1].role != "user")
            --end;
    }
    std::size_t shared = 0;
    while (shared < end && isShared(shared))
        ++shared;
    return shared;
}

/// With calls of tools and the ids of results, which only the form for chats has.
ExportJson turboChatMessages(const Conversation& conversation, const ExportRecord& record,
                             std::span<const PlainMessage> messages)
{
    CallIds ids(conversation);
    ExportJson list = ExportJson::array();
    for (const PlainMessage& message : messages) {
        ExportJson& object = list.emplace_back(turboMessage(record, message));
        if (ExportJson calls = openaiCalls(conversation, *message.message, ids); !calls.empty())
            object["tool_calls"] = std::move(calls);
        for (const Part& part : conversation.partsOf(*message.message)) {
            if (part.kind != PartKind::Result || message.role != "tool")
                continue;
            if (std::string id = ids.ofResult(part); !id.empty())
                object["tool_call_id"] = std::move(id);
        }
    }
    return list;
}

/// An object with the record's id, if it has one.
ExportJson turboRecord(const ExportRecord& record)
{
    ExportJson object = ExportJson::object();
    if (!record.conversation.id.empty())
        object["id"] = idJson(record.conversation);
    return object;
}

Written turboWritten(std::span<const std::string_view> fields = {})
{
    Written written;
    written.id = true;
    written.results = written.roles = true;
    written.messageFields = kTurboMessageKeys;
    written.fields = fields;
    return written;
}

} // namespace

void writeTurboChat(const ExportRecord& record, const ExportContext& context, std::string& out,
                    Losses& losses)
{
    const auto messages = plainMessages(record, context, losses);
    if (messages.empty()) {
        losses.leaveOut(PhraseId::LeftOutNoMessages);
        return;
    }
    ExportJson object = turboRecord(record);
    object["messages"] = turboChatMessages(record.conversation, record, messages);
    static constexpr std::array<std::string_view, 4> kFields{"source", "label", "meta", "tools"};
    for (const std::string_view key : kFields) {
        if (auto value = valueUnder(record.conversation.fields, key))
            object[std::string(key)] = key == "tools" ? openaiTools(*value) : std::move(*value);
    }
    addColumns(object, record, context);
    Written written = turboWritten(kFields);
    written.calls = written.callIds = true;
    countLosses(record, context, written, losses);
    appendLine(object, out);
}

void writeTurboPair(const ExportRecord& record, const ExportContext& context, std::string& out,
                    Losses& losses)
{
    const Conversation& conversation = record.conversation;
    const auto pairs = answerPairs(conversation);
    if (pairs.empty()) {
        losses.leaveOut(PhraseId::LeftOutNoPair);
        return;
    }
    const auto messages = plainMessages(record, context, losses);
    static constexpr std::array<std::string_view, 1> kFields{"precomputed_margin"};
    std::uint64_t dropped = 0;
    for (const ExportedPair& pair : pairs) {
        // This form has one message for each answer, and both answer the same question.
        const std::array answers{plainMessages(record, *pair.chosen, context, losses),
                                 plainMessages(record, *pair.rejected, context, losses)};
        const std::size_t shared = sharedTexts(conversation, answers);
        if (questionEnd(conversation.messagesOf(*pair.chosen)) > shared ||
            questionEnd(conversation.messagesOf(*pair.rejected)) > shared) {
            losses.leaveOut(PhraseId::LeftOutOwnQuestions);
            ++dropped;
            continue;
        }
        const auto chosen = std::span(answers[0]).subspan(shared);
        const auto rejected = std::span(answers[1]).subspan(shared);
        const PlainAnswer wanted = plainAnswer(conversation, chosen, losses);
        const PlainAnswer other = plainAnswer(conversation, rejected, losses);
        const bool isEmptied = wanted.isEmptied || other.isEmptied;
        const bool isMore = wanted.saysMore || other.saysMore || chosen.size() + rejected.size() > 2;
        if (isEmptied || (isMore && wanted.said.text == other.said.text)) {
            losses.leaveOut(isEmptied ? PhraseId::LeftOutNoWords : PhraseId::LeftOutSameAnswers);
            ++dropped;
            continue;
        }
        ExportJson object = turboRecord(record);
        object["context"] = turboContext(record, messages, std::span(answers[0]).first(shared));
        object["answer_w"] = turboMessage(record, wanted.said);
        object["answer_l"] = turboMessage(record, other.said);
        if (const Field* field = fieldOf(record.conversation.fields, kFields.front()))
            object[std::string(field->key)] = valueOfField(*field);
        addColumns(object, record, context);
        appendLine(object, out);
    }
    keepRecord(dropped, pairs.size(), losses);
    Written written = turboWritten(kFields);
    written.candidates = true;
    countLosses(record, context, written, losses);
}

namespace {

void addAnswer(ExportJson answer, std::span<const Field> fields, ExportJson& answers, ExportJson& rewards)
{
    for (const Field& field : fields) {
        if (field.key == "reward")
            rewards[answer["id"].get<std::string>()] = valueOfField(field);
        else
            answer[std::string(field.key)] = valueOfField(field);
    }
    answers.push_back(std::move(answer));
}

} // namespace

void writeTurboSampling(const ExportRecord& record, const ExportContext& context, std::string& out,
                        Losses& losses)
{
    const Conversation& conversation = record.conversation;
    if (conversation.candidates.empty()) {
        losses.leaveOut(PhraseId::LeftOutNoAnswers);
        return;
    }
    std::vector<std::vector<PlainMessage>> answers;
    std::vector<std::vector<PlainMessage>> spoken;
    for (const Candidate& candidate : conversation.candidates) {
        answers.push_back(plainMessages(record, candidate, context, losses));
        if (!answers.back().empty())
            spoken.push_back(answers.back());
    }
    const std::size_t shared = spoken.empty() ? 0 : sharedTexts(conversation, spoken);
    ExportJson object = turboRecord(record);
    object["messages"] =
        turboContext(record, plainMessages(record, context, losses),
                     spoken.empty() ? std::span<const PlainMessage>() : std::span(spoken[0]).first(shared));
    object["answers"] = ExportJson::array();
    ExportJson rewards = ExportJson::object();
    std::uint64_t dropped = 0;
    for (std::size_t number = 0; number < answers.size(); ++number) {
        const Candidate& candidate = conversation.candidates[number];
        const std::string id =
            candidate.label.empty() ? std::to_string(number) : std::string(candidate.label);
        if (questionEnd(conversation.messagesOf(candidate)) > shared) {
            losses.leaveOut(PhraseId::LeftOutOwnQuestions);
            ++dropped;
            continue;
        }
        const std::span<const PlainMessage> messages(answers[number]);
        const PlainAnswer said =
            messages.empty() ? PlainAnswer() : plainAnswer(conversation, messages.subspan(shared), losses);
        if (said.isEmptied) {
            losses.leaveOut(PhraseId::LeftOutNoWords);
            ++dropped;
            continue;
        }
        addAnswer({{"id", id}, {"content", said.said.text}}, conversation.fieldsOf(candidate.fields),
                  object["answers"], rewards);
        if (candidate.kind != CandidateKind::Sample)
            losses.add(PhraseId::LostCandidateKind);
    }
    keepRecord(dropped, conversation.candidates.size(), losses);
    if (dropped == conversation.candidates.size())
        return;
    if (!rewards.empty())
        object["rewards"] = std::move(rewards);
    static constexpr std::array<std::string_view, 2> kFields{"label", "dataset_name"};
    for (const std::string_view key : kFields) {
        if (auto value = valueUnder(conversation.fields, key))
            object[std::string(key)] = std::move(*value);
    }
    addColumns(object, record, context);
    Written written = turboWritten(kFields);
    written.candidates = written.candidateFields = true;
    countLosses(record, context, written, losses);
    appendLine(object, out);
}

void writeTurboClassification(const ExportRecord& record, const ExportContext& context, std::string& out,
                              Losses& losses)
{
    static constexpr std::array<std::string_view, 1> kFields{"label"};
    const Field* const label = fieldOf(record.conversation.fields, kFields.front());
    if (label == nullptr || record.conversation.messages.empty()) {
        losses.leaveOut(PhraseId::LeftOutNoLabel);
        return;
    }
    // Null is a label that is not known yet.
    if (label->value.kind() != JsonView::Kind::Integer && label->value.kind() != JsonView::Kind::Null) {
        losses.leaveOut(PhraseId::LeftOutOtherLabel);
        return;
    }
    ExportJson object = turboRecord(record);
    object["messages"] = turboMessages(record, plainMessages(record, context, losses));
    object["label"] = valueOfField(*label);
    addColumns(object, record, context);
    countLosses(record, context, turboWritten(kFields), losses);
    appendLine(object, out);
}

void writeTurboKto(const ExportRecord& record, const ExportContext& context, std::string& out, Losses& losses)
{
    const auto answers = judgedAnswers(record.conversation);
    if (answers.empty()) {
        losses.leaveOut(PhraseId::LeftOutNoVerdict);
        return;
    }
    const auto messages = plainMessages(record, context, losses);
    std::uint64_t dropped = 0;
    for (const JudgedAnswer& answer : answers) {
        std::span<const PlainMessage> before(messages);
        std::vector<PlainMessage> said;
        // What a candidate asks itself comes before its answer.
        std::size_t asked = 0;
        if (answer.candidate == nullptr) {
            said = {messages.back()};
            before = before.first(before.size() - 1);
        } else {
            said = plainMessages(record, *answer.candidate, context, losses);
            asked = questionEnd(record.conversation.messagesOf(*answer.candidate));
        }
        const PlainAnswer last = plainAnswer(record.conversation, std::span(said).subspan(asked), losses);
        if (last.isEmptied) {
            losses.leaveOut(PhraseId::LeftOutNoWords);
            ++dropped;
            continue;
        }
        ExportJson object = turboRecord(record);
        object["context"] = turboContext(record, before, std::span(said).first(asked));
        object["answer"] = turboMessage(record, last.said);
        object["is_desirable"] = answer.isWanted;
        addColumns(object, record, context);
        appendLine(object, out);
    }
    keepRecord(dropped, answers.size(), losses);
    Written written = turboWritten(verdictKeys());
    written.candidates = written.candidateQuestions = true;
    countLosses(record, context, written, losses);
}

} // namespace duologue
