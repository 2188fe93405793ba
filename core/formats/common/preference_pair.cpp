// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/phrase_id.h"
#include "core/formats/common/chat_parts.h"
#include "core/formats/format_help.h"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace duologue {

namespace {

/// Keys under which the messages before the two answers may be.
constexpr std::array<std::string_view, 5> kContextKeys{"conversations", "messages", "context", "history",
                                                       "conversation"};

/// The messages of an answer that is an object with "messages" and more; other answers as they are.
JsonView messagesOf(const JsonView& answer)
{
    return isMessageList(answer["messages"]) ? answer["messages"] : answer;
}

bool isAnswer(const JsonView& value)
{
    return value.isString() || isMessage(value) || isMessageList(messagesOf(value));
}

/// Several answers: a list of texts.
bool areAnswers(const JsonView& value)
{
    return value.size() > 0 && value.isArray() && (*value.elements().begin()).isString();
}

std::string_view contextKey(const JsonView& record)
{
    for (const std::string_view key : kContextKeys) {
        if (isMessageList(record[key]) || isExchangeList(record[key]))
            return key;
    }
    return {};
}

/// One utterance of a dialogue written as a single text, "\n\nHuman: … \n\nAssistant: …".
struct Utterance {
    std::string_view role;
    std::string_view text;

    bool operator==(const Utterance&) const = default;
};

std::vector<Utterance> utterancesOf(std::string_view dialogue)
{
    constexpr std::string_view kHuman = "\n\nHuman:";
    constexpr std::string_view kAssistant = "\n\nAssistant:";
    std::vector<Utterance> utterances;
    if (!dialogue.starts_with(kHuman))
        return utterances;
    while (!dialogue.empty()) {
        const bool human = dialogue.starts_with(kHuman);
        dialogue.remove_prefix(human ? kHuman.size() : kAssistant.size());
        const std::size_t end = std::min({dialogue.find(kHuman), dialogue.find(kAssistant), dialogue.size()});
        std::string_view text = dialogue.substr(0, end);
        if (text.starts_with(' '))
            text.remove_prefix(1);
        utterances.push_back({human ? "human" : "assistant", text});
        dialogue.remove_prefix(end);
    }
    return utterances;
}

void readUtterances(CandidateKind kind, std::string_view pointer, const std::vector<Utterance>& all,
                    std::size_t skip, RecordBuilder& builder)
{
    builder.beginCandidate(kind, {});
    for (std::size_t i = skip; i < all.size(); ++i) {
        builder.beginCandidateMessage(all[i].role, pointer);
        builder.text(all[i].text);
    }
}

/// Two dialogues as texts: their common beginning becomes the messages. False if they are no dialogues.
bool readDialogues(const JsonView& chosen, const JsonView& rejected, RecordBuilder& builder)
{
    const auto better = utterancesOf(chosen.string());
    const auto worse = utterancesOf(rejected.string());
    if (better.size() < 2 || worse.size() < 2)
        return false;
    std::size_t shared = 0;
    while (shared + 1 < std::min(better.size(), worse.size()) && better[shared] == worse[shared])
        ++shared;
    for (std::size_t i = 0; i < shared; ++i)
        readPlainMessage(better[i].role, better[i].text, "/chosen", builder);
    readUtterances(CandidateKind::Chosen, "/chosen", better, shared, builder);
    readUtterances(CandidateKind::Rejected, "/rejected", worse, shared, builder);
    return true;
}

/// "prompt": a text, or messages. True if it was read.
bool readPrompt(const JsonView& prompt, RecordBuilder& builder)
{
    if (prompt.isString())
        readPlainMessage("user", prompt.string(), "/prompt", builder);
    else
        return readAnyMessages(prompt, "prompt", builder);
    return true;
}

/// The keys that were read before the answers: at most two.
struct ReadKeys {
    std::string_view first;
    std::string_view second;
};

/// The messages before both answers, from any of the usual keys.
ReadKeys readContext(const JsonView& record, std::size_t shared, RecordBuilder& builder)
{
    ReadKeys keys;
    const JsonView chosen = messagesOf(record["chosen"]);
    std::size_t index = 0;
    for (const JsonView message : chosen.elements()) {
        if (index >= shared)
            break;
        readChatMessage(message, pointerTo(builder, "/chosen", index++), builder);
    }
    // A prompt that the answers repeat has been read already.
    if (shared > 0)
        return keys;
    keys.first = contextKey(record);
    if (!keys.first.empty())
        readAnyMessages(record[keys.first], keys.first, builder);
    if (readPrompt(record["prompt"], builder)) {
        keys.second = "prompt";
    } else if (record["instruction"].isString()) {
        keys.second = "instruction";
        readInstruction(record, builder);
    } else if (record["question"].isString()) {
        keys.second = "question";
        readPlainMessage("user", record["question"].string(), "/question", builder);
    }
    return keys;
}

void readAnswer(const JsonView& record, CandidateKind kind, std::string_view key, std::size_t skip,
                RecordBuilder& builder)
{
    const JsonView answer = record[key];
    const std::string_view pointer = pointerTo(builder, {}, key);
    if (isAnswer(answer)) {
        readCandidate(kind, messagesOf(answer), pointer, builder, skip);
        if (isMessageList(answer["messages"])) {
            for (const auto [name, value] : answer.members()) {
                if (name != "messages")
                    builder.messageField(name, value);
            }
        }
        return;
    }
    if (areAnswers(answer)) {
        std::size_t index = 0;
        for (const JsonView each : answer.elements())
            readCandidate(kind, each, pointerTo(builder, pointer, index++), builder);
        return;
    }
    builder.problem(answer.isMissing() ? ProblemCode::MissingKey : ProblemCode::UnexpectedType, pointer,
                    PhraseId::ExpectedAnswer);
    if (!answer.isMissing())
        builder.treeField(key, answer);
}

class PreferencePair final : public Format {
public:
    std::string_view id() const override { return "preference-pair"; }
    std::string_view title() const override { return "Preference pairs"; }
    std::string_view rule() const override
    {
        return "\"chosen\" and \"rejected\", each a text, a message or a list of messages; or \"prompt\", "
               "\"completion\" and a \"label\" that is true or false";
    }

    int recognise(const JsonView& record) const override
    {
        const auto fits = [](const JsonView& value) { return isAnswer(value) || areAnswers(value); };
        if (fits(record["chosen"]) && fits(record["rejected"]))
            return 89;
        if (hasRejected(record))
            return 86;
        return isJudged(record) ? 84 : 0;
    }

    void read(const JsonView& record, RecordBuilder& builder) const override
    {
        const std::string_view id = readRecordId(record, builder);
        const JsonView system = record["system"];
        const std::string_view systemKey = system.isString() ? "system" : std::string_view();
        if (system.isString() && !system.string().empty())
            readPlainMessage("system", system.string(), "/system", builder);
        if (hasRejected(record)) {
            readBesideMessages(record, builder);
            readRest(record, {"messages", "rejected_response", "rejected_messages", systemKey, id}, builder);
            return;
        }
        if (record["chosen"].isMissing() && record["rejected"].isMissing()) {
            readJudged(record, builder);
            readRest(record, {"prompt", "completion", systemKey, id}, builder);
            return;
        }
        if (contextKey(record).empty() && record["prompt"].isMissing() &&
            readDialogues(record["chosen"], record["rejected"], builder)) {
            readRest(record, {"chosen", "rejected", systemKey, id}, builder);
            return;
        }
        const std::size_t shared = sharedPrefix(messagesOf(record["chosen"]), messagesOf(record["rejected"]));
        const ReadKeys keys = readContext(record, shared, builder);
        readAnswer(record, CandidateKind::Chosen, "chosen", shared, builder);
        readAnswer(record, CandidateKind::Rejected, "rejected", shared, builder);
        const bool withInput = keys.second == "instruction" && record["input"].isString();
        readRest(
            record,
            {"chosen", "rejected", keys.first, keys.second, withInput ? "input" : keys.second, systemKey, id},
            builder);
    }

private:
    /// Messages whose last is the better answer, and beside them the worse one.
    static bool hasRejected(const JsonView& record)
    {
        return record["messages"].size() > 1 && isMessageList(record["messages"]) &&
               (record["rejected_response"].isString() || isMessageList(record["rejected_messages"]));
    }

    static void readBesideMessages(const JsonView& record, RecordBuilder& builder)
    {
        const JsonView messages = record["messages"];
        const std::size_t asked = messages.size() - 1;
        std::size_t index = 0;
        JsonView last;
        for (const JsonView message : messages.elements()) {
            if (index < asked)
                readChatMessage(message, pointerTo(builder, "/messages", index++), builder);
            last = message;
        }
        readCandidate(CandidateKind::Chosen, last, pointerTo(builder, "/messages", asked), builder);
        const JsonView rejected = record["rejected_messages"];
        if (isMessageList(rejected))
            readCandidate(CandidateKind::Rejected, rejected, "/rejected_messages", builder,
                          sharedPrefix(messages, rejected));
        for (const JsonView answer :
             {record["rejected_response"], isMessageList(rejected) ? JsonView() : rejected}) {
            if (answer.hasValue())
                readCandidate(CandidateKind::Rejected, answer,
                              answer.isString() ? "/rejected_response" : "/rejected_messages", builder);
        }
    }

    /// One answer and whether it is wanted.
    static bool isJudged(const JsonView& record)
    {
        const JsonView prompt = record["prompt"];
        return (prompt.isString() || isMessageList(prompt)) && isAnswer(record["completion"]) &&
               record["label"].boolean();
    }

    static void readJudged(const JsonView& record, RecordBuilder& builder)
    {
        if (!readPrompt(record["prompt"], builder)) {
            builder.expect(record["prompt"], JsonView::Kind::String, "/prompt");
            builder.treeField("prompt", record["prompt"]);
        }
        const JsonView completion = record["completion"];
        if (completion.isString())
            readPlainMessage("assistant", completion.string(), "/completion", builder);
        else if (isMessage(completion))
            readChatMessage(completion, "/completion", builder);
        else
            readChatMessages(completion, "completion", builder);
    }
};

} // namespace

const Format& preferencePairFormat()
{
    static const PreferencePair format;
    return format;
}

} // namespace duologue
