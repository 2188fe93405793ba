// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/formats/chat_parts.h"
#include "core/formats/format.h"
#include "core/util/phrase.h"
#include "core/util/phrase_id.h"

#include <string>

namespace duologue {

/// What the forms of turbo-alignment share.

/// "messages" contain something that only turbo-alignment writes: the role "bot", or "disable_loss".
bool hasTurboMessages(const JsonView& record);

/// A class: a whole number or null (not labelled) as a category, anything else a problem and a field.
void readClassLabel(const JsonView& label, RecordBuilder& builder);

bool hasTurboMessages(const JsonView& record)
{
    const JsonView messages = record["messages"];
    if (!isMessageList(messages))
        return false;
    for (const JsonView message : messages.elements()) {
        for (const auto [key, value] : message.members()) {
            if (key == "disable_loss" || (key == "role" && value.string() == "bot"))
                return true;
        }
    }
    return false;
}

void readClassLabel(const JsonView& label, RecordBuilder& builder)
{
    if (label.isMissing())
        builder.problem(ProblemCode::MissingKey, "/label", PhraseId::ExpectedLabel);
    else if (label.hasValue())
        builder.expect(label, JsonView::Kind::Integer, "/label");
    if (!label.isMissing())
        builder.categoryField("label", label);
}

namespace {

class TurboChat final : public Format {
public:
    std::string_view id() const override { return "turbo-chat"; }
    std::string_view title() const override { return DUOLOGUE_TEXT("Formats", "turbo-alignment, chat"); }
    std::string_view rule() const override
    {
        return DUOLOGUE_TEXT(
            "Formats",
            "\"messages\" with a speaker called \"bot\" or with \"disable_loss\", and nothing to choose or "
            "predict");
    }

    std::vector<NeededMembers> neededMembers() const override { return oneOf({"messages"}); }
    bool goesByShape() const override { return true; }
    int recognise(const JsonView& record) const override
    {
        const JsonView label = record["label"];
        const bool isClass = label.kind() == JsonView::Kind::Integer;
        if (isClass || !record["answers"].isMissing() || !hasTurboMessages(record))
            return 0;
        // An empty label may be an unknown class; other records of the file decide.
        return label.kind() == JsonView::Kind::Null ? 78 : 85;
    }

    void read(const JsonView& record, RecordBuilder& builder) const override
    {
        const std::string_view id = readRecordId(record, builder);
        readChatMessages(record["messages"], "/messages", builder);
        readRest(record, {"messages", id}, builder);
    }
};

} // namespace

const Format& turboChatFormat()
{
    static const TurboChat format;
    return format;
}

namespace {

class TurboClassification final : public Format {
public:
    std::string_view id() const override { return "turbo-classification"; }
    std::string_view title() const override
    {
        return DUOLOGUE_TEXT("Formats", "turbo-alignment, classification");
    }
    std::string_view rule() const override
    {
        return DUOLOGUE_TEXT("Formats", "\"messages\" and a \"label\" that is a whole number or null");
    }

    std::vector<NeededMembers> neededMembers() const override { return oneOf({"label"}); }
    bool goesByShape() const override { return true; }
    int recognise(const JsonView& record) const override
    {
        const JsonView label = record["label"];
        if (!isMessageList(record["messages"]) || !record["answers"].isMissing() || label.isMissing())
            return 0;
        if (label.kind() == JsonView::Kind::Integer)
            return 87;
        if (label.kind() != JsonView::Kind::Null)
            return 0;
        // A column of nulls is in any table that someone wrote with every possible key: without messages as
        // only this family has them, the labels of other records decide.
        if (!hasTurboMessages(record))
            return 70;
        // Chat records have an empty label too, if a program wrote them with every possible key.
        const bool chat = !record["source"].isMissing() || !record["meta"].isMissing();
        return chat ? 77 : 79;
    }

    void read(const JsonView& record, RecordBuilder& builder) const override
    {
        const std::string_view id = readRecordId(record, builder);
        readChatMessages(record["messages"], "/messages", builder);
        readClassLabel(record["label"], builder);
        readRest(record, {"messages", "label", id}, builder);
    }
};

} // namespace

const Format& turboClassificationFormat()
{
    static const TurboClassification format;
    return format;
}

namespace {

class TurboKto final : public Format {
public:
    std::string_view id() const override { return "turbo-kto"; }
    std::string_view title() const override { return DUOLOGUE_TEXT("Formats", "turbo-alignment, KTO"); }
    std::string_view rule() const override
    {
        return DUOLOGUE_TEXT("Formats", "\"context\" with messages, an \"answer\" and \"is_desirable\"");
    }

    std::vector<NeededMembers> neededMembers() const override { return oneOf({"answer"}); }
    bool goesByShape() const override { return true; }
    int recognise(const JsonView& record) const override
    {
        if (!record["context"].isArray() || !record["answer"].hasValue())
            return 0;
        return record["is_desirable"].boolean() ? 90 : record["answer"].isObject() ? 70 : 0;
    }

    void read(const JsonView& record, RecordBuilder& builder) const override
    {
        const std::string_view id = readRecordId(record, builder);
        readChatMessages(record["context"], "/context", builder);
        const JsonView answer = record["answer"];
        if (builder.expect(answer, JsonView::Kind::Object, "/answer"))
            readChatMessage(answer, "/answer", builder);
        else if (answer.isString())
            readPlainMessage("bot", answer.string(), "/answer", builder);
        else if (!answer.isMissing())
            builder.treeField("answer", answer);
        const JsonView desirable = record["is_desirable"];
        builder.expect(desirable, JsonView::Kind::Bool, "/is_desirable");
        if (!desirable.isMissing())
            builder.field("is_desirable", desirable);
        readRest(record, {"context", "answer", "is_desirable", id}, builder);
    }
};

} // namespace

const Format& turboKtoFormat()
{
    static const TurboKto format;
    return format;
}

namespace {

void readAnswer(const JsonView& record, CandidateKind kind, std::string_view key, RecordBuilder& builder)
{
    const JsonView answer = record[key];
    const std::string_view pointer = pointerTo(builder, {}, key);
    if (builder.expect(answer, JsonView::Kind::Object, pointer) || answer.isString())
        readCandidate(kind, answer, pointer, builder);
    else if (!answer.isMissing())
        builder.treeField(key, answer);
}

class TurboPair final : public Format {
public:
    std::string_view id() const override { return "turbo-pair"; }
    std::string_view title() const override
    {
        return DUOLOGUE_TEXT("Formats", "turbo-alignment, pair preferences");
    }
    std::string_view rule() const override
    {
        return DUOLOGUE_TEXT("Formats", "\"context\" with messages, and \"answer_w\" and \"answer_l\"");
    }

    std::vector<NeededMembers> neededMembers() const override { return oneOf({"answer_w"}); }
    bool goesByShape() const override { return true; }
    int recognise(const JsonView& record) const override
    {
        return record["context"].isArray() && record["answer_w"].hasValue() && record["answer_l"].hasValue()
                   ? 90
                   : 0;
    }

    void read(const JsonView& record, RecordBuilder& builder) const override
    {
        const std::string_view id = readRecordId(record, builder);
        readChatMessages(record["context"], "/context", builder);
        readAnswer(record, CandidateKind::Chosen, "answer_w", builder);
        readAnswer(record, CandidateKind::Rejected, "answer_l", builder);
        readRest(record, {"context", "answer_w", "answer_l", id}, builder);
    }
};

} // namespace

const Format& turboPairFormat()
{
    static const TurboPair format;
    return format;
}

namespace {

/// The reward of an answer: under its id, or at its index in a list.
JsonView rewardOf(const JsonView& rewards, std::string_view id, std::size_t index)
{
    if (rewards.isObject())
        return rewards[id];
    for (const JsonView reward : rewards.elements()) {
        if (index-- == 0)
            return reward;
    }
    return {};
}

void readAnswer(const JsonView& answer, const JsonView& rewards, std::size_t index, RecordBuilder& builder)
{
    const std::string_view pointer = pointerTo(builder, "/answers", index);
    const JsonView id = answer["id"];
    const std::string_view label = id.isString() ? id.string() : builder.keep({id.toJson()});
    builder.beginCandidate(CandidateKind::Sample, label);
    if (const JsonView reward = rewardOf(rewards, label, index); !reward.isMissing())
        builder.candidateField("reward", reward);
    for (const auto [key, value] : answer.members()) {
        if (key != "id" && key != "content" && (key != "role" || !value.isString()))
            builder.candidateField(key, value);
    }
    const std::string_view role = answer["role"].string();
    builder.beginCandidateMessage(role.empty() ? std::string_view("bot") : role,
                                  pointerTo(builder, pointer, "role"));
    const JsonView content = answer["content"];
    if (builder.expect(content, JsonView::Kind::String, pointerTo(builder, pointer, "content")))
        builder.text(content.string());
    else if (!content.isMissing())
        builder.contentField("content", content);
}

void readAnswers(const JsonView& answers, const JsonView& rewards, RecordBuilder& builder)
{
    std::size_t index = 0;
    for (const JsonView answer : answers.elements()) {
        if (builder.expect(answer, JsonView::Kind::Object, pointerTo(builder, "/answers", index)))
            readAnswer(answer, rewards, index, builder);
        else if (answer.isString())
            readCandidate(CandidateKind::Sample, answer, pointerTo(builder, "/answers", index), builder);
        else
            builder.treeField(builder.keep({"answers.", std::to_string(index)}), answer);
        ++index;
    }
}

class TurboSampling final : public Format {
public:
    std::string_view id() const override { return "turbo-sampling"; }
    std::string_view title() const override
    {
        return DUOLOGUE_TEXT("Formats", "turbo-alignment, sampled answers");
    }
    std::string_view rule() const override
    {
        return DUOLOGUE_TEXT("Formats", "\"messages\" and \"answers\", each with a \"content\"");
    }

    std::vector<NeededMembers> neededMembers() const override { return oneOf({"answers"}); }
    bool goesByShape() const override { return true; }
    int recognise(const JsonView& record) const override
    {
        const JsonView answers = record["answers"];
        if (!record["messages"].isArray() || !answers.isArray())
            return 0;
        return answers.size() == 0 || (*answers.elements().begin())["content"].isString() ? 88 : 0;
    }

    void read(const JsonView& record, RecordBuilder& builder) const override
    {
        const std::string_view id = readRecordId(record, builder);
        readChatMessages(record["messages"], "/messages", builder);
        const JsonView rewards = record["rewards"];
        if (rewards.hasValue() && !rewards.isArray())
            builder.expect(rewards, JsonView::Kind::Object, "/rewards");
        if (builder.expect(record["answers"], JsonView::Kind::Array, "/answers"))
            readAnswers(record["answers"], rewards, builder);
        else if (!record["answers"].isMissing())
            builder.treeField("answers", record["answers"]);
        if (record["label"].hasValue())
            builder.categoryField("label", record["label"]);
        readRest(record, {"messages", "answers", record["label"].hasValue() ? "label" : "answers", id},
                 builder);
    }
};

} // namespace

const Format& turboSamplingFormat()
{
    static const TurboSampling format;
    return format;
}

} // namespace duologue
