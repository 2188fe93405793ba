// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/conversation_json.h"

#include "core/data/field_reader.h"
#include "core/formats/own_records.h"
#include "core/util/text.h"

#include <algorithm>
#include <array>
#include <map>
#include <nlohmann/json.hpp>
#include <unordered_set>
#include <utility>
#include <vector>

namespace duologue {

namespace {

/// The name in both languages, or the only one it has.
void writeName(JsonWriter& out, const Name& name)
{
    if (name.en.empty() || name.zh.empty()) {
        out.text(name.shown());
        return;
    }
    out.beginObject();
    out.key("en");
    out.text(name.en);
    out.key("zh");
    out.text(name.zh);
    out.endObject();
}

std::string keyOfText(const Text& text)
{
    return std::string(languageCode(text.language)) + (text.earlier ? "_earlier" : "");
}

/// An object of texts with their languages as keys; several of one language are a list.
void writeTexts(JsonWriter& out, std::span<const Text> texts, LanguageChoice language)
{
    std::vector<const Text*> left;
    for (const Text& text : texts) {
        if (!language || isWrittenFor(text.language, *language))
            left.push_back(&text);
    }
    out.beginObject();
    while (!left.empty()) {
        const auto isOther = [first = left.front()](const Text* text) {
            return text->language != first->language || text->earlier != first->earlier;
        };
        const auto others =
            std::stable_partition(left.begin(), left.end(), [&](const Text* text) { return !isOther(text); });
        const bool isList = others - left.begin() > 1;
        out.key(keyOfText(*left.front()));
        if (isList)
            out.beginArray();
        for (auto text = left.begin(); text != others; ++text)
            out.text((*text)->text);
        if (isList)
            out.endArray();
        left.erase(left.begin(), others);
    }
    out.endObject();
}

/// Writes the context by kind; parts of one kind are joined.
void writeContext(JsonWriter& out, const Conversation& conversation, LanguageChoice language)
{
    if (conversation.context.empty())
        return;
    out.key("context");
    out.beginObject();
    std::vector<ContextKind> written;
    for (const ContextPart& part : conversation.context) {
        if (std::find(written.begin(), written.end(), part.kind) != written.end())
            continue;
        written.push_back(part.kind);
        std::vector<Text> texts;
        for (const ContextPart& same : conversation.context) {
            const auto all = conversation.textsOf(same.texts);
            if (same.kind == part.kind)
                texts.insert(texts.end(), all.begin(), all.end());
        }
        out.key(contextTitle(part.kind));
        writeTexts(out, texts, language);
    }
    out.endObject();
}

/// Fields of a message or candidate, whose object has the keys in `taken`: those of the same name are in
/// "fields".
void writePartFields(JsonWriter& out, std::span<const Field> fields, std::span<const std::string_view> taken)
{
    const auto isTaken = [&](const Field& field) {
        return std::find(taken.begin(), taken.end(), field.key) != taken.end();
    };
    std::vector<Field> free;
    std::vector<Field> others;
    for (const Field& field : fields)
        (isTaken(field) ? others : free).push_back(field);
    writeFields(out, free);
    if (others.empty())
        return;
    out.key("fields");
    out.beginObject();
    writeFields(out, others);
    out.endObject();
}

/// A list of objects with the fields as members, in order; a key that is there again begins another object.
void writeFieldList(JsonWriter& out, std::span<const Field> fields)
{
    std::unordered_set<std::string_view> keys;
    out.beginArray();
    for (const Field& field : fields) {
        if (keys.contains(field.key)) {
            out.endObject();
            keys = {};
        }
        if (keys.empty())
            out.beginObject();
        keys.insert(field.key);
        out.key(field.key);
        out.json(fieldJson(field));
    }
    if (!keys.empty())
        out.endObject();
    out.endArray();
}

/// What the message has besides its texts, so that reading it again gives the same parts.
void writeMessageFields(JsonWriter& out, const Message& message, std::span<const Field> fields)
{
    std::vector<Field> content;
    std::vector<Field> first;
    std::vector<Field> repeated;
    std::unordered_set<std::string_view> keys;
    bool isMarked = false;
    for (const Field& field : fields) {
        if (field.isContent) {
            content.push_back(field);
            continue;
        }
        isMarked = isMarked || looksLikeContent(message.role, field.key, field.value);
        (keys.insert(field.key).second ? first : repeated).push_back(field);
    }
    writePartFields(out, first, kOwnMessageKeys);
    if (isMarked || !content.empty()) {
        out.key(kContentInFile);
        writeFieldList(out, content);
    }
    if (!repeated.empty()) {
        out.key(kRepeatedFields);
        writeFieldList(out, repeated);
    }
}

void writeMessage(JsonWriter& out, const Conversation& conversation, const Message& message,
                  LanguageChoice language)
{
    out.beginObject();
    out.key("role");
    out.text(message.role);
    if (message.roleInFile != message.role) {
        out.key("role_in_file");
        out.text(message.roleInFile);
    }
    out.key("text");
    writeTexts(out, conversation.textsOf(message.texts), language);
    if (message.intents.size() > 0) {
        out.key("intent");
        out.beginArray();
        for (const Name& intent : conversation.intentsOf(message))
            writeName(out, intent);
        out.endArray();
    }
    if (message.hallucination != Mark::NotAnnotated) {
        out.key("hallucination");
        out.text(markName(message.hallucination));
    }
    if (!message.memo.empty()) {
        out.key("memo");
        out.text(message.memo);
    }
    if (message.satisfaction != 0) {
        out.key("satisfaction");
        out.number(message.satisfaction);
    }
    writeMessageFields(out, message, conversation.fieldsOf(message.fields));
    out.endObject();
}

void writeCandidate(JsonWriter& out, const Conversation& conversation, const Candidate& candidate,
                    LanguageChoice language)
{
    constexpr std::array<std::string_view, 5> kTaken{"kind", "aligned", "label", "messages", "fields"};
    out.beginObject();
    out.key("kind");
    out.text(candidateKindName(candidate.kind));
    out.key("aligned");
    out.flag(candidate.aligned);
    if (!candidate.label.empty()) {
        out.key("label");
        out.text(candidate.label);
    }
    out.key("messages");
    out.beginArray();
    for (const Message& message : conversation.messagesOf(candidate))
        writeMessage(out, conversation, message, language);
    out.endArray();
    writePartFields(out, conversation.fieldsOf(candidate.fields), kTaken);
    out.endObject();
}

void writeRatings(JsonWriter& out, const Conversation& conversation)
{
    out.key("ratings");
    out.beginObject();
    for (const Rating& rating : conversation.ratings) {
        const auto writeValue = [&] {
            if (rating.value)
                out.number(*rating.value);
            else
                out.null();
        };
        out.key(rating.name);
        if (rating.wording.empty() && rating.question.empty()) {
            writeValue();
            continue;
        }
        out.beginObject();
        out.key("value");
        writeValue();
        out.key("question");
        out.text(rating.question);
        out.key("wording");
        out.text(rating.wording);
        out.endObject();
    }
    out.endObject();
}

/// A number stays one, with the digits of the record, where it has become a name.
void writeNameOf(JsonWriter& out, const Field& field)
{
    if (field.value.isNumber() && isJsonNumber(field.name.shown()))
        out.json(field.name.shown());
    else
        writeName(out, field.name);
}

} // namespace

bool mayBeOtherThanText(std::string_view name, bool isOfList)
{
    return name == "true" || name == "false" || isJsonNumber(name) || (isOfList && name.starts_with('['));
}

bool isJsonNumber(std::string_view text)
{
    // Columns of texts are asked value by value, and few texts begin so.
    const bool mayBeNumber = !text.empty() && (text.front() == '-' || isDigit(text.front()));
    return mayBeNumber && nlohmann::json::accept(text);
}

std::string fieldJson(const Field& field)
{
    std::string text;
    JsonWriter out(text);
    switch (field.kind) {
    case FieldKind::Number:
        if (field.value.isMissing())
            out.number(field.number);
        else
            out.json(field.value.toJson());
        break;
    case FieldKind::Flag:
        out.flag(field.number != 0);
        break;
    case FieldKind::Category:
    case FieldKind::Categories:
    case FieldKind::Text:
        writeNameOf(out, field);
        break;
    case FieldKind::Tree:
        if (field.value.isMissing())
            out.null();
        else
            out.json(field.value.toJson());
        break;
    }
    return text;
}

void writeFields(JsonWriter& out, std::span<const Field> fields)
{
    std::unordered_set<std::string> names;
    // The key "a.b" has its name before "b" in "a", as in columns.
    std::unordered_set<std::string_view> ownKeys;
    const bool hasMembers =
        std::any_of(fields.begin(), fields.end(), [](const Field& field) { return field.joints != 0; });
    for (const Field& field : fields) {
        if (hasMembers && field.joints == 0)
            ownKeys.insert(field.key);
    }
    // All values of a key of many values are written with the first.
    using ManyKey = std::pair<std::string_view, std::uint32_t>;
    std::map<ManyKey, std::vector<const Field*>> many;
    for (const Field& field : fields) {
        if (field.kind == FieldKind::Categories)
            many[{field.key, field.joints}].push_back(&field);
    }
    for (const Field& field : fields) {
        std::vector<const Field*> values{&field};
        if (field.kind == FieldKind::Categories) {
            values = std::exchange(many[{field.key, field.joints}], {});
        }
        if (values.empty())
            continue;
        const auto isFree = [&](const std::string& name) {
            return (field.joints == 0 || !ownKeys.contains(name)) && names.insert(name).second;
        };
        std::string name(field.key);
        for (int number = 2; !isFree(name); ++number)
            name = std::string(field.key) + "_" + std::to_string(number);
        out.key(name);
        if (field.kind != FieldKind::Categories) {
            out.json(fieldJson(field));
            continue;
        }
        out.beginArray();
        for (const Field* value : values) {
            // Nothing stays in its place.
            if (value->value.isMissing() || value->value.isString() || value->value.isNumber())
                writeNameOf(out, *value);
            else
                out.json(value->value.toJson());
        }
        out.endArray();
    }
}

void writeParts(JsonWriter& out, const Conversation& conversation, LanguageChoice language)
{
    writeContext(out, conversation, language);
    out.key("messages");
    out.beginArray();
    for (const Message& message : conversation.messages)
        writeMessage(out, conversation, message, language);
    out.endArray();
    if (!conversation.candidates.empty()) {
        out.key("candidates");
        out.beginArray();
        for (const Candidate& candidate : conversation.candidates)
            writeCandidate(out, conversation, candidate, language);
        out.endArray();
    }
    if (!conversation.ratings.empty())
        writeRatings(out, conversation);
}

std::string messageJson(const Conversation& conversation, const Message& message, LanguageChoice language)
{
    std::string text;
    JsonWriter out(text);
    writeMessage(out, conversation, message, language);
    return text;
}

std::string conversationJson(const Conversation& conversation, LanguageChoice language)
{
    std::string text;
    JsonWriter out(text);
    out.beginObject();
    if (!conversation.id.empty()) {
        out.key("id");
        out.text(conversation.id);
    }
    if (const std::uint32_t turns = conversation.turns(); turns > 0) {
        out.key("turns");
        out.number(turns);
    }
    writeParts(out, conversation, language);
    if (!conversation.fields.empty()) {
        out.key("fields");
        out.beginObject();
        writeFields(out, conversation.fields);
        out.endObject();
    }
    out.endObject();
    return text;
}

} // namespace duologue
