// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/phrase_id.h"
#include "core/base/translatable.h"
#include "core/export/targets/preference_parts.h"

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

/// An object with the record's id, if it has one.
ExportJson turboRecord(const ExportRecord& record)
{
    ExportJson object = ExportJson::object();
    if (!record.conversation.id.empty())
        object["id"] = record.conversation.id;
    return object;
}

Written turboWritten(std::span<const std::string_view> fields = {})
{
    Written written;
    written.id = true;
    written.messageFields = kTurboMessageKeys;
    written.fields = fields;
    return written;
}

/// What the five targets share.
class Turbo : public Exporter {
public:
    std::string_view ending() const final { return ".jsonl"; }
    std::vector<std::string_view> ownKeys() const override { return {"id", "messages"}; }
};

class TurboChatTarget final : public Turbo {
public:
    std::string_view id() const override { return "turbo-chat"; }
    std::string_view title() const override { return DUOLOGUE_TEXT("Exporters", "turbo-alignment, chat"); }
    std::string_view summary() const override
    {
        return DUOLOGUE_TEXT("Exporters", "\"messages\" of \"user\" and \"bot\", one record on each line");
    }

    void write(const ExportRecord& record, const ExportContext& context, std::string& out,
               Losses& losses) const override
    {
        const auto messages = plainMessages(record, context, losses);
        if (messages.empty()) {
            losses.leaveOut(PhraseId::LeftOutNoMessages);
            return;
        }
        ExportJson object = turboRecord(record);
        object["messages"] = turboMessages(record, messages);
        static constexpr std::array<std::string_view, 3> kFields{"source", "label", "meta"};
        for (const std::string_view key : kFields) {
            if (const Field* field = fieldOf(record.conversation.fields, key))
                object[std::string(key)] = valueOfField(*field);
        }
        addColumns(object, record, context);
        countLosses(record, context, turboWritten(kFields), losses);
        appendLine(object, out);
    }
};

class TurboPairTarget final : public Turbo {
public:
    std::string_view id() const override { return "turbo-pair"; }
    std::string_view title() const override
    {
        return DUOLOGUE_TEXT("Exporters", "turbo-alignment, pair preferences");
    }
    std::string_view summary() const override
    {
        return DUOLOGUE_TEXT("Exporters",
                             "\"context\" with \"answer_w\" and \"answer_l\", one pair on each line");
    }
    std::vector<std::string_view> ownKeys() const override
    {
        return {"id", "context", "answer_w", "answer_l", "precomputed_margin"};
    }

    void write(const ExportRecord& record, const ExportContext& context, std::string& out,
               Losses& losses) const override
    {
        const auto pairs = answerPairs(record.conversation);
        if (pairs.empty()) {
            losses.leaveOut(PhraseId::LeftOutNoPair);
            return;
        }
        const auto messages = plainMessages(record, context, losses);
        static constexpr std::array<std::string_view, 1> kFields{"precomputed_margin"};
        for (const ExportedPair& pair : pairs) {
            ExportJson object = turboRecord(record);
            object["context"] = turboMessages(record, messages);
            object["answer_w"] = answerOf(record, *pair.chosen, context, losses);
            object["answer_l"] = answerOf(record, *pair.rejected, context, losses);
            if (const Field* field = fieldOf(record.conversation.fields, kFields.front()))
                object[std::string(field->key)] = valueOfField(*field);
            addColumns(object, record, context);
            appendLine(object, out);
        }
        Written written = turboWritten(kFields);
        written.candidates = true;
        countLosses(record, context, written, losses);
    }

private:
    /// This form has one message for each answer.
    static ExportJson answerOf(const ExportRecord& record, const Candidate& candidate,
                               const ExportContext& context, Losses& losses)
    {
        const auto messages = plainMessages(record, candidate, context, losses);
        losses.add(PhraseId::LostAnswerMessages, messages.size() - 1);
        return turboMessage(record, messages.back());
    }
};

class TurboSamplingTarget final : public Turbo {
public:
    std::string_view id() const override { return "turbo-sampling"; }
    std::string_view title() const override
    {
        return DUOLOGUE_TEXT("Exporters", "turbo-alignment, sampled answers");
    }
    std::string_view summary() const override
    {
        return DUOLOGUE_TEXT("Exporters", "\"messages\" with \"answers\", one record on each line");
    }
    std::vector<std::string_view> ownKeys() const override
    {
        return {"id", "messages", "answers", "rewards", "label", "dataset_name"};
    }

    void write(const ExportRecord& record, const ExportContext& context, std::string& out,
               Losses& losses) const override
    {
        const Conversation& conversation = record.conversation;
        if (conversation.candidates.empty()) {
            losses.leaveOut(PhraseId::LeftOutNoAnswers);
            return;
        }
        ExportJson object = turboRecord(record);
        object["messages"] = turboMessages(record, plainMessages(record, context, losses));
        object["answers"] = ExportJson::array();
        ExportJson rewards = ExportJson::object();
        std::size_t number = 0;
        for (const Candidate& candidate : conversation.candidates) {
            const std::string id =
                candidate.label.empty() ? std::to_string(number) : std::string(candidate.label);
            ++number;
            const auto messages = plainMessages(record, candidate, context, losses);
            losses.add(PhraseId::LostAnswerMessages, messages.empty() ? 0 : messages.size() - 1);
            ExportJson answer{{"id", id}, {"content", messages.empty() ? "" : messages.back().text}};
            for (const Field& field : conversation.fieldsOf(candidate.fields)) {
                if (field.key == "reward")
                    rewards[id] = valueOfField(field);
                else
                    answer[std::string(field.key)] = valueOfField(field);
            }
            object["answers"].push_back(std::move(answer));
            if (candidate.kind != CandidateKind::Sample)
                losses.add(PhraseId::LostCandidateKind);
        }
        if (!rewards.empty())
            object["rewards"] = std::move(rewards);
        static constexpr std::array<std::string_view, 2> kFields{"label", "dataset_name"};
        for (const std::string_view key : kFields) {
            if (const Field* field = fieldOf(conversation.fields, key))
                object[std::string(key)] = valueOfField(*field);
        }
        addColumns(object, record, context);
        Written written = turboWritten(kFields);
        written.candidates = written.candidateFields = true;
        countLosses(record, context, written, losses);
        appendLine(object, out);
    }
};

class TurboClassificationTarget final : public Turbo {
public:
    std::string_view id() const override { return "turbo-classification"; }
    std::string_view title() const override
    {
        return DUOLOGUE_TEXT("Exporters", "turbo-alignment, classification");
    }
    std::string_view summary() const override
    {
        return DUOLOGUE_TEXT("Exporters", "\"messages\" with a \"label\", one record on each line");
    }
    std::vector<std::string_view> ownKeys() const override { return {"id", "messages", "label"}; }

    void write(const ExportRecord& record, const ExportContext& context, std::string& out,
               Losses& losses) const override
    {
        static constexpr std::array<std::string_view, 1> kFields{"label"};
        const Field* const label = fieldOf(record.conversation.fields, kFields.front());
        if (label == nullptr || record.conversation.messages.empty()) {
            losses.leaveOut(PhraseId::LeftOutNoLabel);
            return;
        }
        ExportJson object = turboRecord(record);
        object["messages"] = turboMessages(record, plainMessages(record, context, losses));
        object["label"] = valueOfField(*label);
        addColumns(object, record, context);
        countLosses(record, context, turboWritten(kFields), losses);
        appendLine(object, out);
    }
};

class TurboKtoTarget final : public Turbo {
public:
    std::string_view id() const override { return "turbo-kto"; }
    std::string_view title() const override { return DUOLOGUE_TEXT("Exporters", "turbo-alignment, KTO"); }
    std::string_view summary() const override
    {
        return DUOLOGUE_TEXT("Exporters",
                             "\"context\" with an \"answer\" and \"is_desirable\", one answer on each line");
    }
    std::vector<std::string_view> ownKeys() const override
    {
        return {"id", "context", "answer", "is_desirable"};
    }

    void write(const ExportRecord& record, const ExportContext& context, std::string& out,
               Losses& losses) const override
    {
        const auto answers = judgedAnswers(record.conversation);
        if (answers.empty()) {
            losses.leaveOut(PhraseId::LeftOutNoVerdict);
            return;
        }
        const auto messages = plainMessages(record, context, losses);
        for (const JudgedAnswer& answer : answers) {
            ExportJson object = turboRecord(record);
            std::span<const PlainMessage> before(messages);
            std::vector<PlainMessage> said;
            if (answer.candidate == nullptr) {
                said = {messages.back()};
                before = before.first(before.size() - 1);
            } else {
                said = plainMessages(record, *answer.candidate, context, losses);
                losses.add(PhraseId::LostAnswerMessages, said.size() - 1);
            }
            object["context"] = turboMessages(record, before);
            object["answer"] = turboMessage(record, said.back());
            object["is_desirable"] = answer.isWanted;
            addColumns(object, record, context);
            appendLine(object, out);
        }
        Written written = turboWritten(verdictKeys());
        written.candidates = true;
        countLosses(record, context, written, losses);
    }
};

} // namespace

const Exporter& turboChatExporter()
{
    static const TurboChatTarget exporter;
    return exporter;
}

const Exporter& turboPairExporter()
{
    static const TurboPairTarget exporter;
    return exporter;
}

const Exporter& turboSamplingExporter()
{
    static const TurboSamplingTarget exporter;
    return exporter;
}

const Exporter& turboClassificationExporter()
{
    static const TurboClassificationTarget exporter;
    return exporter;
}

const Exporter& turboKtoExporter()
{
    static const TurboKtoTarget exporter;
    return exporter;
}

} // namespace duologue
