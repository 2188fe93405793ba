// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/plain_messages.h"

#include "core/data/batch_columns.h"
#include "core/data/conversation.h"
#include "core/data/known_fields.h"
#include "core/export/conversation_json.h"
#include "core/export/conversation_text.h"
#include "core/util/numbers.h"
#include "core/util/phrase_id.h"
#include "core/util/small_json.h"
#include "core/util/text.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace duologue {

namespace {

std::optional<Language> askedLanguage(ExportLanguage language)
{
    switch (language) {
    case ExportLanguage::English:
        return Language::English;
    case ExportLanguage::Chinese:
        return Language::Chinese;
    case ExportLanguage::AsWritten:
    case ExportLanguage::Both:
        break;
    }
    return std::nullopt;
}

const Text* chosenText(std::span<const Text> texts, ExportLanguage language)
{
    const std::optional<Language> asked = askedLanguage(language);
    for (const Text& text : texts) {
        if (!text.earlier && (!asked || isWrittenFor(text.language, *asked)))
            return &text;
    }
    const auto newest =
        std::find_if(texts.begin(), texts.end(), [](const Text& text) { return !text.earlier; });
    if (newest != texts.end())
        return &*newest;
    return texts.empty() ? nullptr : &texts.front();
}

bool isAmongKeys(std::string_view key, std::span<const std::string_view> keys)
{
    return std::find(keys.begin(), keys.end(), key) != keys.end();
}

PhraseId lossOf(ContextKind kind)
{
    constexpr std::array<PhraseId, 6> kLosses{PhraseId::LostTask,     PhraseId::LostPreference,
                                              PhraseId::LostSummary,  PhraseId::LostPersona,
                                              PhraseId::LostQuestion, PhraseId::LostExplanation};
    return kLosses.at(static_cast<std::size_t>(kind));
}

bool isWords(const PlainMessage& message)
{
    return message.role == "assistant" && !message.text.empty();
}

/// The bytes of a picture or a file that are in the record itself, as an address.
std::string dataAddress(const JsonView& part)
{
    for (const auto [key, value] : part.members()) {
        if (value.isObject()) {
            if (std::string inner = dataAddress(value); !inner.empty())
                return inner;
        } else if (key == "data" && value.isString()) {
            for (const std::string_view type : {"media_type", "mime_type", "mimeType", "mediaType"}) {
                if (part[type].isString())
                    return "data:" + std::string(part[type].string()) + ";base64," +
                           std::string(value.string());
            }
        }
    }
    return {};
}

/// Something that others can open: not the name under which one vendor keeps a file.
bool isAddress(std::string_view text)
{
    constexpr std::array<std::string_view, 2> kOwn{"file-service:", "sediment:"};
    const auto begins = [text](std::string_view own) { return text.starts_with(own); };
    return text.find_first_of("/.:") != std::string_view::npos &&
           std::none_of(kOwn.begin(), kOwn.end(), begins);
}

/// A part of a content that OpenAI writes in the same way.
bool isOpenaiPart(const Part& part)
{
    constexpr std::array<std::string_view, 3> kInner{"image_url", "input_audio", "file"};
    if (part.type == "refusal")
        return part.source["refusal"].isString();
    return isAmongKeys(part.type, kInner) && part.source[part.type].isObject();
}

/// What a message says besides the parts that become a text. `written`: parts that a target has a place for.
PhraseId lossOf(PartKind kind)
{
    switch (kind) {
    case PartKind::Reasoning:
        return PhraseId::LostReasoning;
    case PartKind::Call:
        return PhraseId::LostCalls;
    case PartKind::Result:
        return PhraseId::LostResults;
    case PartKind::Picture:
        return PhraseId::LostPictures;
    case PartKind::File:
        return PhraseId::LostFiles;
    case PartKind::Text:
    case PartKind::Other:
        break;
    }
    return PhraseId::LostContent;
}
/// Members of parts that say something besides them.
constexpr std::array<std::string_view, 4> kPartExtras{"signature", "citations", "annotations",
                                                      "cache_control"};

/// Keys of messages whose values are parts.
bool isReadAsParts(const Message& message, std::string_view key)
{
    constexpr std::array<std::string_view, 12> kSaid{"tool_calls",      "function_call", "function_calls",
                                                     "toolCalls",       "functionCall",  "reasoning",
                                                     "thinking",        "thought",       "reasoning_content",
                                                     "thinking_blocks", "thoughts",      "reasoning_details"};
    constexpr std::array<std::string_view, 17> kReturned{
        "role",    "from",          "tool_call_id", "tool_use_id", "toolCallId", "toolUseId",
        "call_id", "name",          "toolName",     "tool_name",   "function",   "is_error",
        "isError", "function_name", "type",         "status",      "outcome"};
    return message.role == "tool" ? isAmongKeys(key, kReturned) : isAmongKeys(key, kSaid);
}

bool isNothing(const JsonView& value)
{
    return !value.hasValue() || ((value.isArray() || value.isObject()) && value.size() == 0);
}

/// Of a message of the tool, whose id says which message it is, not which call it answers.
bool isCallId(const Message& message, const Conversation& conversation, const Field& field)
{
    const auto parts = conversation.partsOf(message);
    return message.role == "tool" && field.key == "id" && !parts.empty() &&
           parts.front().id == field.value.string();
}

/// A call that could not be read, whose text is not what the model says.
bool isUnreadCall(const Part& part)
{
    return part.kind == PartKind::Other && (part.type == "function_call" || part.type == "tool_call") &&
           part.source.isMissing();
}

/// Whether a tool returned something that is neither a text nor a part of its own.
bool isUnreadResult(const Part& part)
{
    const auto isUnread = [](const JsonView& each) {
        const PartKind kind = partKindOf(each);
        return kind != PartKind::Text && kind != PartKind::Picture && kind != PartKind::File;
    };
    if (!part.text.empty())
        return false;
    for (const JsonView each : part.value.elements()) {
        if (isUnread(each))
            return true;
    }
    return part.value.isObject() && isUnread(part.value);
}

/// Whether the object says nothing but who speaks and what, and so is the message.
bool isMessageItself(const JsonView& value, const Message& message, const Conversation& conversation)
{
    const std::string_view text = conversation.originalText(message);
    bool hasText = false;
    for (const auto [key, member] : value.members()) {
        bool isText = member.isString() && member.string() == text;
        if (key == "content" && member.isArray()) {
            isText = true;
            for (const JsonView part : member.elements())
                isText = isText && partKindOf(part) == PartKind::Text;
        }
        const bool isRole = member.isString() && member.string() == message.roleInFile;
        if (!isText && !isRole && !isNothing(member))
            return false;
        hasText = hasText || isText;
    }
    return hasText;
}

void countPart(const Message& message, const Part& part, const Written& written, Losses& losses)
{
    for (const std::string_view key : kPartExtras) {
        if (!isNothing(part.source[key]))
            losses.add(PhraseId::LostMessageField, 1, key);
    }
    const bool isOwn = written.media == Written::Media::Openai && isOpenaiPart(part);
    bool isWritten = isOwn;
    switch (part.kind) {
    case PartKind::Text:
        isWritten = true;
        break;
    case PartKind::Reasoning:
        isWritten = written.reasoning && !part.text.empty();
        break;
    case PartKind::Call:
        isWritten = written.calls;
        if (written.calls && !written.callIds && !part.id.empty())
            losses.add(PhraseId::LostCallIds);
        break;
    case PartKind::Result:
        // Each is a message of the tool as well, which counts.
        isWritten = message.role != "tool" || (written.results && !isUnreadResult(part));
        if (written.results && message.role == "tool" && part.isError)
            losses.add(PhraseId::LostErrors);
        break;
    case PartKind::Picture:
        isWritten = isOwn || (written.media != Written::Media::None && !pictureAddress(part).empty());
        break;
    case PartKind::File:
        break;
    case PartKind::Other:
        if (isUnreadCall(part)) {
            losses.add(PhraseId::LostCalls, written.unreadCalls ? 0 : 1);
            return;
        }
        // The mark of a step says nothing.
        isWritten = isOwn || isNothing(part.source) ||
                    (part.text.empty() && part.source.isObject() && part.source.size() <= 1);
        break;
    }
    if (!isWritten)
        losses.add(lossOf(part.kind));
}

PlainMessage plainMessage(const ExportRecord& record, const Message& message, const ExportContext& context,
                          Losses& losses)
{
    const auto parts = record.conversation.partsOf(message);
    const bool hasText = parts.empty() || std::any_of(parts.begin(), parts.end(), [](const Part& part) {
                             return part.kind == PartKind::Text || part.kind == PartKind::Result;
                         });
    const std::string_view text = plainText(record, message.texts, context, losses);
    // A call that is written as a text is not one.
    return {&message, message.role, hasText ? text : std::string_view()};
}

void countMessage(const Conversation& conversation, const Message& message, const ExportContext& context,
                  const Written& written, Losses& losses)
{
    losses.add(PhraseId::LostRole, written.roles && usualRole(message.role).empty() ? 1 : 0);
    if (!isColumn("intent", context))
        losses.add(PhraseId::LostIntents, message.intents.size());
    if (message.hallucination != Mark::NotAnnotated && !isColumn("hallucination", context))
        losses.add(PhraseId::LostMarks);
    losses.add(PhraseId::LostMemos, message.memo.empty() ? 0 : 1);
    if (message.satisfaction != 0 && !isColumn("satisfaction", context))
        losses.add(PhraseId::LostSatisfaction);
    for (const Part& part : conversation.partsOf(message))
        countPart(message, part, written, losses);
    for (const Field& field : conversation.fieldsOf(message.fields)) {
        const bool isPart = field.isContent || isReadAsParts(message, field.key) ||
                            isCallId(message, conversation, field) ||
                            (field.key == "type" && field.value.string() == "message") ||
                            isMessageItself(field.value, message, conversation);
        const bool saysNothing = field.kind == FieldKind::Tree && isNothing(field.value);
        if (!isPart && !saysNothing && !isAmongKeys(field.key, written.messageFields))
            losses.add(PhraseId::LostMessageField, 1, field.key);
    }
}

void countCandidates(const Conversation& conversation, const ExportContext& context, const Written& written,
                     Losses& losses)
{
    if (!written.candidates) {
        if (!isColumn("candidates", context))
            losses.add(PhraseId::LostCandidates, conversation.candidates.size());
        return;
    }
    Written ofCandidates = written;
    ofCandidates.results = written.candidateResults;
    ofCandidates.roles = written.roles && written.candidateResults;
    for (const Candidate& candidate : conversation.candidates) {
        const auto messages = conversation.messagesOf(candidate);
        const std::size_t before = written.candidateQuestions ? questionEnd(messages) : 0;
        for (std::size_t i = 0; i < messages.size(); ++i)
            countMessage(conversation, messages[i], context, i < before ? written : ofCandidates, losses);
        for (const Field& field : conversation.fieldsOf(candidate.fields)) {
            if (!written.candidateFields)
                losses.add(PhraseId::LostCandidateField, 1, field.key);
        }
    }
}

/// A text of the context that has a column as well is counted with the context.
bool isContextText(const Conversation& conversation, const Field& field)
{
    if (field.kind != FieldKind::Text)
        return false;
    const std::string_view value = field.value.string();
    return std::any_of(conversation.context.begin(), conversation.context.end(),
                       [&](const ContextPart& part) {
                           const auto texts = conversation.textsOf(part.texts);
                           return std::any_of(texts.begin(), texts.end(),
                                              [&](const Text& text) { return text.text == value; });
                       });
}

/// Whether the path of the record's file says it, not the record.
bool isSaidByPath(const Field& field, const ExportRecord& record, const ExportContext& context)
{
    if (!field.value.isMissing() || field.joints != 0)
        return false;
    const Snapshot& snapshot = context.snapshot;
    const RecordOrigin& origin = snapshot.file(snapshot.record(record.row).file).origin;
    const std::string_view said = field.key == "group"    ? origin.group
                                  : field.key == "user"   ? origin.user
                                  : field.key == "config" ? origin.config
                                  : field.key == "split"  ? origin.split
                                                          : std::string_view();
    return !said.empty() && field.name.en == said;
}

/// What a column shows of the field, but whole and with the kind that it has in the record.
ExportJson shownValueOf(const Field& field)
{
    switch (field.kind) {
    case FieldKind::Flag:
        return field.number != 0;
    case FieldKind::Number:
        return field.value.isNumber() ? exportJson(field.value) : ExportJson(field.number);
    case FieldKind::Tree:
        return valueOfField(field);
    case FieldKind::Category:
    case FieldKind::Categories:
    case FieldKind::Text:
        break;
    }
    const bool isText = field.value.isMissing() || field.value.isString();
    const bool isNumber = field.value.isNumber() && !isJsonNumber(field.name.shown());
    return isText || isNumber ? ExportJson(std::string(field.name.shown())) : valueOfField(field);
}

ExportJson cellOf(const FieldReader& column, const ExportRecord& record)
{
    const Row row = record.row;
    if (!column.has(row))
        return {};
    if (column.hasManyValues())
        return column.texts(row, &record.conversation);
    if (column.isNumber())
        return ExportJson::parse(numberText(column.number(row)), nullptr, false);
    if (column.info().kind == FieldKind::Flag)
        return column.text(row) == "true";
    std::string text = column.text(row, &record.conversation);
    return column.areDigits() ? digitsJson(text) : ExportJson(std::move(text));
}

} // namespace

std::optional<std::size_t> columnOf(const Field& field, const ExportContext& context)
{
    const auto found =
        field.joints == 0 ? context.ownColumns.find(field.key) : context.ownColumns.find(rawKeyOf(field));
    return found == context.ownColumns.end() ? std::nullopt : std::optional(found->second);
}

bool isColumn(std::string_view key, const ExportContext& context)
{
    return std::any_of(context.columns.begin(), context.columns.end(),
                       [&](const FieldReader& column) { return column.info().key == key; });
}

std::string_view plainText(const ExportRecord& record, Slice texts, const ExportContext& context,
                           Losses& losses)
{
    const auto all = record.conversation.textsOf(texts);
    const Text* const chosen = chosenText(all, context.language);
    if (chosen == nullptr)
        return {};
    const auto asked = askedLanguage(context.language);
    if (asked && !chosen->text.empty() && !isWrittenFor(chosen->language, *asked))
        losses.add(*asked == Language::English ? PhraseId::NoEnglishText : PhraseId::NoChineseText);
    for (const Text& text : all) {
        if (&text != chosen && !text.text.empty())
            losses.add(text.earlier ? PhraseId::LostEarlier : PhraseId::LostTranslations);
    }
    return chosen->text;
}

std::vector<PlainMessage> plainMessages(const ExportRecord& record, const ExportContext& context,
                                        Losses& losses)
{
    std::vector<PlainMessage> messages;
    for (const Message& message : record.conversation.messages)
        messages.push_back(plainMessage(record, message, context, losses));
    return messages;
}

std::vector<PlainMessage> plainMessages(const ExportRecord& record, const Candidate& candidate,
                                        const ExportContext& context, Losses& losses)
{
    std::vector<PlainMessage> messages;
    for (const Message& message : record.conversation.messagesOf(candidate))
        messages.push_back(plainMessage(record, message, context, losses));
    return messages;
}

std::string pictureAddress(const Part& picture)
{
    if (isAddress(picture.text))
        return std::string(picture.text);
    return dataAddress(picture.source);
}

bool saysMore(const Conversation& conversation, const Message& message)
{
    const auto parts = conversation.partsOf(message);
    return std::any_of(parts.begin(), parts.end(), [](const Part& part) {
        return part.kind != PartKind::Text && part.kind != PartKind::Reasoning;
    });
}

void keepRecord(std::uint64_t dropped, std::size_t of, Losses& losses)
{
    if (dropped < of)
        losses.keep();
    losses.add(PhraseId::LostCandidates, dropped);
}

std::string CallIds::of(const Part& call)
{
    if (!call.id.empty())
        return std::string(call.id);
    const auto [made, isNew] = m_made.try_emplace(&call);
    if (isNew)
        made->second = "call_" + std::to_string(m_made.size());
    return made->second;
}

std::string CallIds::ofResult(const Part& result)
{
    if (!result.id.empty() || result.counterpart == Part::kNone)
        return std::string(result.id);
    return of(m_conversation->parts[result.counterpart]);
}

ExportJson openaiCalls(const Conversation& conversation, const Message& message, CallIds& ids)
{
    ExportJson calls = ExportJson::array();
    for (const Part& part : conversation.partsOf(message)) {
        if (part.kind != PartKind::Call)
            continue;
        ExportJson call{{"id", ids.of(part)}, {"type", "function"}};
        if (part.type == "custom" && part.source["custom"].isObject())
            call = exportJson(part.source);
        else
            call["function"] = {{"name", part.name}, {"arguments", argumentsJson(part)}};
        calls.push_back(std::move(call));
    }
    return calls;
}

namespace {

/// The text, or the parts of the content if there are several; null if the message only calls tools.
ExportJson openaiContent(const Conversation& conversation, const PlainMessage& message)
{
    const auto parts = conversation.partsOf(*message.message);
    const auto textPart = [](std::string_view text) { return ExportJson{{"type", "text"}, {"text", text}}; };
    const bool hasParts =
        message.role != "tool" && message.text == conversation.originalText(*message.message);
    ExportJson content = ExportJson::array();
    if (!hasParts && !message.text.empty())
        content.push_back(textPart(message.text));
    bool isText = true;
    for (const Part& part : parts) {
        if (part.kind == PartKind::Text && !isOpenaiPart(part)) {
            if (hasParts && !part.text.empty())
                content.push_back(textPart(part.text));
            continue;
        }
        // A refusal, whose words are those of a text that is written whole.
        if (part.kind == PartKind::Text && !hasParts)
            continue;
        const std::string address = part.kind == PartKind::Picture ? pictureAddress(part) : std::string();
        if (isOpenaiPart(part))
            content.push_back(exportJson(part.source));
        else if (!address.empty())
            content.push_back({{"type", "image_url"}, {"image_url", {{"url", address}}}});
        else
            continue;
        isText = false;
    }
    if (parts.empty() || content.empty()) {
        const bool isCall =
            message.text.empty() && std::any_of(parts.begin(), parts.end(),
                                                [](const Part& part) { return part.kind == PartKind::Call; });
        return isCall ? ExportJson() : ExportJson(std::string(message.text));
    }
    return isText && content.size() == 1 ? content[0]["text"] : content;
}

/// Besides what parts say.
constexpr std::array<std::string_view, 5> kOpenaiMessageKeys{"name", "refusal", "weight", "annotations",
                                                             "audio"};

ExportJson openaiMessage(const Conversation& conversation, const PlainMessage& message, CallIds& ids)
{
    ExportJson object{{"role", message.role}, {"content", openaiContent(conversation, message)}};
    std::string reasoning;
    for (const Part& part : conversation.partsOf(*message.message)) {
        if (part.kind == PartKind::Reasoning && !part.text.empty())
            reasoning.append(reasoning.empty() ? "" : "\n").append(part.text);
        if (part.kind != PartKind::Result || message.role != "tool")
            continue;
        if (std::string id = ids.ofResult(part); !id.empty())
            object["tool_call_id"] = std::move(id);
        // The name of a call that is not there is nowhere else.
        const Field* const own = fieldOf(conversation.fieldsOf(message.message->fields), "name");
        if (own != nullptr && !own->value.string().empty())
            object["name"] = own->value.string();
        else if (part.counterpart == Part::kNone && !part.name.empty())
            object["name"] = part.name;
    }
    if (!reasoning.empty())
        object["reasoning_content"] = std::move(reasoning);
    if (ExportJson calls = openaiCalls(conversation, *message.message, ids); !calls.empty())
        object["tool_calls"] = std::move(calls);
    for (const Field& field : conversation.fieldsOf(message.message->fields)) {
        const bool isOwn = isAmongKeys(field.key, kOpenaiMessageKeys) && !field.isContent;
        if (isOwn && !isReadAsParts(*message.message, field.key))
            object[std::string(field.key)] = valueOfField(field);
    }
    return object;
}

} // namespace

ExportJson openaiMessages(const Conversation& conversation, std::span<const PlainMessage> messages,
                          CallIds& ids)
{
    ExportJson list = ExportJson::array();
    for (const PlainMessage& message : messages)
        list.push_back(openaiMessage(conversation, message, ids));
    return list;
}

ExportJson openaiTools(const ExportJson& tools)
{
    const ExportJson parsed =
        tools.is_string() ? smallJson<ExportJson>(tools.get_ref<const std::string&>(), kTextLimits) : tools;
    if (!parsed.is_array())
        return tools;
    ExportJson list = ExportJson::array();
    for (const ExportJson& tool : parsed) {
        if (!tool.is_object() || !tool.contains("name") || tool.contains("function") ||
            tool.contains("type")) {
            list.push_back(tool);
            continue;
        }
        ExportJson function;
        for (const auto& [key, value] : tool.items())
            function[key == "input_schema" ? "parameters" : key] = value;
        list.push_back({{"type", "function"}, {"function", std::move(function)}});
    }
    return list;
}

Written openaiWritten()
{
    Written written;
    written.calls = written.callIds = written.results = written.candidateResults = written.reasoning = true;
    written.roles = true;
    written.media = Written::Media::Openai;
    written.messageFields = kOpenaiMessageKeys;
    return written;
}

std::size_t questionEnd(std::span<const Message> messages)
{
    for (std::size_t end = messages.size(); end > 1; --end) {
        if (messages[end - 2].role == "user")
            return end - 1;
    }
    return 0;
}

PlainAnswer plainAnswer(const Conversation& conversation, std::span<const PlainMessage> messages,
                        Losses& losses)
{
    const auto last = std::find_if(messages.rbegin(), messages.rend(), isWords);
    const bool hasWords = last != messages.rend();
    PlainAnswer answer{hasWords ? *last : messages.back()};
    answer.saysMore = std::any_of(messages.begin(), messages.end(), [&](const PlainMessage& message) {
        return saysMore(conversation, *message.message);
    });
    answer.isEmptied = answer.said.text.empty() && answer.saysMore;
    const auto others = std::count_if(messages.begin(), messages.end(), [&](const PlainMessage& message) {
        return message.message != answer.said.message && message.role != "tool" && !message.text.empty();
    });
    losses.add(PhraseId::LostAnswerMessages, static_cast<std::uint64_t>(others));
    return answer;
}

std::vector<PlainExchange> exchangesOf(const Conversation& conversation,
                                       std::span<const PlainMessage> messages, Losses& losses)
{
    std::vector<PlainExchange> exchanges;
    for (std::size_t begin = 0; begin < messages.size();) {
        std::size_t end = begin + 1;
        while (end < messages.size() && messages[end].role != "user")
            ++end;
        const auto answer = messages.subspan(begin + 1, end - begin - 1);
        const bool isQuestion = messages[begin].role == "user";
        if (isQuestion && std::any_of(answer.begin(), answer.end(), isWords))
            exchanges.push_back({messages[begin].text, plainAnswer(conversation, answer, losses).said.text});
        else
            losses.add(PhraseId::LostUnpaired, end - begin);
        begin = end;
    }
    return exchanges;
}

void countLosses(const ExportRecord& record, const ExportContext& context, const Written& written,
                 Losses& losses)
{
    const Conversation& conversation = record.conversation;
    if (!written.id && !conversation.id.empty() && !isColumn("id", context))
        losses.add(PhraseId::LostIds);
    for (const ContextPart& part : conversation.context) {
        if (!written.context)
            losses.add(lossOf(part.kind), part.texts.size());
    }
    for (const Message& message : conversation.messages)
        countMessage(conversation, message, context, written, losses);
    countCandidates(conversation, context, written, losses);
    const bool hasColumns = !context.columns.empty();
    for (const Rating& rating : conversation.ratings) {
        if (!hasColumns || !isColumn(ratingKey(rating.name), context))
            losses.add(PhraseId::LostRating, 1, rating.name);
    }
    countFields(record, context, written.fields, losses);
}

void countFields(const ExportRecord& record, const ExportContext& context,
                 std::span<const std::string_view> written, Losses& losses)
{
    for (const Field& field : record.conversation.fields) {
        const bool isNothing = !field.value.isMissing() && !field.value.hasValue();
        if (isNothing || isContextText(record.conversation, field) || isSaidByPath(field, record, context))
            continue;
        if (!isAmongKeys(field.key, written) && !columnOf(field, context))
            losses.add(PhraseId::LostField, 1, field.key);
    }
}

void addColumns(ExportJson& object, const ExportRecord& record, const ExportContext& context)
{
    if (context.columns.empty())
        return;
    std::vector<ExportJson> values = columnValues(record, context);
    MemberAdder members(object);
    for (std::size_t i = 0; i < values.size(); ++i)
        members.add(context.columns[i].info().key, std::move(values[i]));
}

MemberAdder::MemberAdder(ExportJson& object)
    : m_members((object.is_null() ? object = ExportJson::object() : object).get_ref<ExportJson::object_t&>())
{
}

void MemberAdder::add(std::string key, ExportJson value)
{
    constexpr std::size_t kFew = 16;
    if (m_members.size() < kFew) {
        m_members[key] = std::move(value);
        return;
    }
    if (m_places.empty()) {
        for (const auto& [known, member] : m_members)
            m_places.emplace(known, m_places.size());
    }
    const auto [place, isNew] = m_places.try_emplace(key, m_members.size());
    if (isNew)
        m_members.emplace_back(std::move(key), std::move(value));
    else
        m_members.data()[place->second].second = std::move(value);
}

std::vector<ExportJson> columnValues(const ExportRecord& record, const ExportContext& context)
{
    std::vector<ExportJson> values(context.columns.size());
    std::vector<const Field*> fields(values.size());
    for (const Field& field : record.conversation.fields) {
        const auto index = columnOf(field, context);
        if (!index)
            continue;
        ExportJson& value = values[*index];
        // Of a repeated key the last value counts, as in Python.
        const bool isFirst = std::exchange(fields[*index], &field) == nullptr || !value.is_array();
        if (field.kind != FieldKind::Categories)
            value = shownValueOf(field);
        else if (isFirst)
            value = ExportJson::array({shownValueOf(field)});
        else
            value.push_back(shownValueOf(field));
    }
    for (std::size_t i = 0; i < values.size(); ++i) {
        const FieldReader& column = context.columns[i];
        if (fields[i] != nullptr)
            continue;
        if (column.info().key == "id" && column.info().rawKey.empty() && !record.conversation.id.empty())
            values[i] = idJson(record.conversation);
        else
            values[i] = cellOf(column, record);
    }
    return values;
}

ExportJson numberOfDigits(std::string_view digits)
{
    return digitsJson(digits);
}

ExportJson idJson(const Conversation& conversation)
{
    return conversation.isIdNumber ? digitsJson(conversation.id) : ExportJson(conversation.id);
}

std::string digitsIn(const ExportJson& value)
{
    return value.is_binary() ? std::string(digitsOf(value)) : std::string();
}

ExportJson exportJson(const JsonView& value)
{
    switch (value.kind()) {
    case JsonView::Kind::Missing:
    case JsonView::Kind::Null:
        break;
    case JsonView::Kind::Bool:
        return value.boolean() == true;
    case JsonView::Kind::Integer: {
        const std::string digits = value.toJson();
        if (const auto whole = parseNumber<std::int64_t>(digits))
            return *whole;
        return numberOfDigits(digits);
    }
    case JsonView::Kind::Real:
        return numberOfDigits(value.toJson());
    case JsonView::Kind::String:
        return std::string(value.string());
    case JsonView::Kind::Array: {
        ExportJson list = ExportJson::array();
        for (const JsonView each : value.elements())
            list.push_back(exportJson(each));
        return list;
    }
    case JsonView::Kind::Object: {
        ExportJson object = ExportJson::object();
        MemberAdder members(object);
        for (const auto [key, member] : value.members())
            members.add(std::string(key), exportJson(member));
        return object;
    }
    }
    return {};
}

ExportJson valueOfField(const Field& field)
{
    if (field.value.isNumber() && field.kind != FieldKind::Number && isJsonNumber(field.name.shown()))
        return numberOfDigits(field.name.shown());
    if (!field.value.isMissing())
        return exportJson(field.value);
    if (field.kind == FieldKind::Number)
        return field.number;
    return std::string(field.name.shown());
}

std::optional<ExportJson> valueUnder(std::span<const Field> fields, std::string_view key)
{
    std::optional<ExportJson> value;
    for (const Field& field : fields) {
        if (field.key != key)
            continue;
        const bool isOfList = field.kind == FieldKind::Categories;
        if (!value)
            value = isOfList ? ExportJson::array({valueOfField(field)}) : valueOfField(field);
        else if (isOfList)
            value->push_back(valueOfField(field));
    }
    return value;
}

const Field* fieldOf(std::span<const Field> fields, std::string_view key)
{
    const auto found =
        std::find_if(fields.begin(), fields.end(), [key](const Field& field) { return field.key == key; });
    return found == fields.end() ? nullptr : &*found;
}

void writeValue(JsonWriter& out, const ExportJson& value)
{
    if (value.is_object()) {
        out.beginObject();
        for (const auto& [key, member] : value.items()) {
            out.key(key);
            writeValue(out, member);
        }
        out.endObject();
    } else if (value.is_array()) {
        out.beginArray();
        for (const ExportJson& element : value)
            writeValue(out, element);
        out.endArray();
    } else if (value.is_binary()) {
        out.json(digitsOf(value));
    } else if (value.is_string()) {
        out.text(value.get_ref<const std::string&>());
    } else if (value.is_number_float() && std::isfinite(value.get<double>())) {
        out.json(realText(value.get<double>()));
    } else {
        out.json(value.dump());
    }
}

std::string jsonLine(const ExportJson& value)
{
    std::string line;
    JsonWriter writer(line);
    writeValue(writer, value);
    return line;
}

void appendLine(const ExportJson& object, std::string& out)
{
    JsonWriter writer(out);
    writeValue(writer, object);
    out += '\n';
}

ExportJson roleAndContent(std::string_view role, std::string_view text)
{
    return {{"role", role}, {"content", text}};
}

ExportJson roleAndContentList(std::span<const PlainMessage> messages)
{
    ExportJson list = ExportJson::array();
    for (const PlainMessage& message : messages)
        list.push_back(roleAndContent(message.role, message.text));
    return list;
}

namespace {

constexpr std::array<std::string_view, 3> kVerdictKeys{"is_desirable", "label", "kto_tag"};

/// Chosen and rejected answers, and options if one of them is named as right.
bool isJudged(const Candidate& candidate, bool hasRightOption)
{
    switch (candidate.kind) {
    case CandidateKind::Chosen:
    case CandidateKind::Rejected:
        return true;
    case CandidateKind::Option:
        return hasRightOption;
    case CandidateKind::Sample:
        break;
    }
    return false;
}

bool isWanted(const Candidate& candidate)
{
    return candidate.kind == CandidateKind::Chosen ||
           (candidate.kind == CandidateKind::Option && candidate.aligned);
}

std::vector<const Candidate*> judgedCandidates(const Conversation& conversation)
{
    const bool hasRightOption =
        std::any_of(conversation.candidates.begin(), conversation.candidates.end(),
                    [](const Candidate& each) { return each.kind == CandidateKind::Option && each.aligned; });
    std::vector<const Candidate*> judged;
    for (const Candidate& candidate : conversation.candidates) {
        if (isJudged(candidate, hasRightOption) && candidate.messages.size() > 0)
            judged.push_back(&candidate);
    }
    return judged;
}

} // namespace

std::vector<ExportedPair> answerPairs(const Conversation& conversation)
{
    const auto judged = judgedCandidates(conversation);
    std::vector<ExportedPair> pairs;
    for (const Candidate* chosen : judged) {
        for (const Candidate* rejected : judged) {
            if (isWanted(*chosen) && !isWanted(*rejected))
                pairs.push_back({chosen, rejected});
        }
    }
    return pairs;
}

std::optional<bool> verdictOf(const Conversation& conversation)
{
    for (const std::string_view key : kVerdictKeys) {
        const Field* const field = fieldOf(conversation.fields, key);
        if (field != nullptr && field->kind == FieldKind::Flag)
            return field->number != 0;
    }
    return std::nullopt;
}

std::vector<JudgedAnswer> judgedAnswers(const Conversation& conversation)
{
    std::vector<JudgedAnswer> answers;
    for (const Candidate* candidate : judgedCandidates(conversation))
        answers.push_back({candidate, isWanted(*candidate)});
    const bool endsWithAnswer =
        conversation.messages.size() > 1 && conversation.messages.back().role == "assistant";
    if (const auto verdict = verdictOf(conversation); answers.empty() && verdict && endsWithAnswer)
        answers.push_back({nullptr, *verdict});
    return answers;
}

std::span<const std::string_view> verdictKeys()
{
    return kVerdictKeys;
}

} // namespace duologue
