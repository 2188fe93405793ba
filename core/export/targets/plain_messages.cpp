// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/targets/plain_messages.h"

#include "core/base/phrase_id.h"
#include "core/base/text.h"
#include "core/export/conversation_text.h"
#include "core/record/known_field.h"

#include <algorithm>
#include <array>

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
        if (!text.earlier && (!asked || answers(text.language, *asked)))
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

PlainMessage plainMessage(const ExportRecord& record, const Message& message, const ExportContext& context,
                          Losses& losses)
{
    return {&message, message.role, plainText(record, message.texts, context, losses)};
}

void countMessage(const Conversation& conversation, const Message& message, const ExportContext& context,
                  const Written& written, Losses& losses)
{
    if (!isColumn("intent", context))
        losses.add(PhraseId::LostIntents, message.intents.size());
    if (message.hallucination != Mark::NotAnnotated && !isColumn("hallucination", context))
        losses.add(PhraseId::LostMarks);
    losses.add(PhraseId::LostMemos, message.memo.empty() ? 0 : 1);
    if (message.satisfaction != 0 && !isColumn("satisfaction", context))
        losses.add(PhraseId::LostSatisfaction);
    for (const Field& field : conversation.fieldsOf(message.fields)) {
        if (!isAmongKeys(field.key, written.messageFields))
            losses.add(field.isContent ? PhraseId::LostContent : PhraseId::LostMessageField, 1, field.key);
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
    for (const Candidate& candidate : conversation.candidates) {
        for (const Message& message : conversation.messagesOf(candidate))
            countMessage(conversation, message, context, written, losses);
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
    if (asked && !chosen->text.empty() && !answers(chosen->language, *asked))
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
    for (const Field& field : conversation.fields) {
        if (isContextText(conversation, field))
            continue;
        if (!isAmongKeys(field.key, written.fields) &&
            !(hasColumns && isColumn(fieldKey(field.key), context)))
            losses.add(PhraseId::LostField, 1, field.key);
    }
}

void addColumns(ExportJson& object, const ExportRecord& record, const ExportContext& context)
{
    for (const FieldReader& column : context.columns)
        object[column.info().key] = cellOf(column, record);
}

namespace {

ExportJson jsonOf(const JsonView& value)
{
    if (!value.digits().empty())
        return digitsJson(value.digits());
    if (!value.hasDigits())
        return ExportJson::parse(value.toJson(), nullptr, false);
    ExportJson json = value.isObject() ? ExportJson::object() : ExportJson::array();
    for (const auto [name, member] : value.members())
        json[std::string(name)] = jsonOf(member);
    for (const JsonView element : value.elements())
        json.push_back(jsonOf(element));
    return json;
}

} // namespace

ExportJson valueOfField(const Field& field)
{
    if (!field.value.isMissing())
        return jsonOf(field.value);
    if (field.kind == FieldKind::Number)
        return field.number;
    return std::string(field.name.shown());
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
    } else {
        out.json(value.dump());
    }
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

} // namespace duologue
