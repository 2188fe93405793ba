// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/conversation_text.h"

#include "core/record/field_reader.h"

#include <array>
#include <nlohmann/json.hpp>

namespace duologue {

namespace {

using Json = nlohmann::ordered_json;

bool isChosen(const Text& text, LanguageChoice language)
{
    return !text.earlier && (!language || text.language == *language);
}

std::string headLine(const Conversation& conversation, std::size_t index)
{
    const Message& message = conversation.messages[index];
    std::string head = std::to_string(index + 1) + " · " + std::string(message.role);
    for (const Name& intent : conversation.intentsOf(message))
        head.append(" · ").append(intent.shown());
    if (message.hallucination != Mark::NotAnnotated)
        head.append(" · hallucination: ").append(markName(message.hallucination));
    return head;
}

std::string bodyText(const Conversation& conversation, const Message& message, LanguageChoice language)
{
    std::string body;
    for (const Text& text : conversation.textsOf(message.texts)) {
        if (!isChosen(text, language))
            continue;
        if (!body.empty())
            body += "\n\n";
        body += text.text;
    }
    // An empty line would look like an empty message.
    if (body.empty() && language && message.texts.size() > 0)
        return *language == Language::Chinese ? "(no Chinese text)" : "(no English text)";
    return body;
}

/// The texts of a part of the context, those of an earlier wording or the others.
std::string contextLines(const Conversation& conversation, const ContextPart& part, LanguageChoice language,
                         bool earlier, std::string_view before, std::string_view after)
{
    std::string lines;
    for (const Text& text : conversation.textsOf(part.texts)) {
        if (text.earlier == earlier && (!language || text.language == *language))
            lines.append(before).append(text.text).append(after);
    }
    return lines;
}

/// Wordings that newer ones have replaced.
std::string earlierText(const Conversation& conversation, const Message& message, LanguageChoice language,
                        std::string_view after)
{
    std::string lines;
    for (const Text& text : conversation.textsOf(message.texts)) {
        if (text.earlier && (!language || text.language == *language))
            lines.append("(earlier translation) ").append(text.text).append(after);
    }
    return lines;
}

/// A name in the languages it has.
Json nameJson(const Name& name)
{
    if (name.en.empty() || name.zh.empty())
        return std::string(name.shown());
    return {{"en", std::string(name.en)}, {"zh", std::string(name.zh)}};
}

/// What stands under the key already makes a list with the value.
void append(Json& target, const std::string& key, Json value)
{
    if (!target.contains(key))
        target[key] = std::move(value);
    else if (target[key].is_array())
        target[key].push_back(std::move(value));
    else
        target[key] = Json::array({target[key], std::move(value)});
}

/// Adds texts under their languages.
void addTexts(Json& texts, const Conversation& conversation, Slice slice, LanguageChoice language)
{
    if (texts.is_null())
        texts = Json::object();
    for (const Text& text : conversation.textsOf(slice)) {
        if (language && text.language != *language)
            continue;
        std::string key(languageCode(text.language));
        if (text.earlier)
            key += "_earlier";
        append(texts, key, std::string(text.text));
    }
}

Json valueJson(const Field& field)
{
    switch (field.kind) {
    case FieldKind::Number:
        return field.value.isMissing() ? Json(field.number)
                                       : Json::parse(field.value.toJson(), nullptr, false);
    case FieldKind::Flag:
        return field.number != 0;
    case FieldKind::Category:
    case FieldKind::Categories:
    case FieldKind::Text:
        return nameJson(field.name);
    case FieldKind::Tree:
        break;
    }
    return Json::parse(field.value.toJson(), nullptr, false);
}

void addFields(Json& target, std::span<const Field> fields)
{
    for (const Field& field : fields) {
        const std::string key(field.key);
        if (field.kind != FieldKind::Categories) {
            target[key] = valueJson(field);
            continue;
        }
        if (!target.contains(key))
            target[key] = Json::array();
        append(target, key, valueJson(field));
    }
}

/// Of a message or candidate: beside its parts, apart where one of them has the same name.
void addPartFields(Json& part, std::span<const Field> fields)
{
    Json all = Json::object();
    addFields(all, fields);
    for (auto& [key, value] : all.items())
        (part.contains(key) ? part["fields"][key] : part[key]) = std::move(value);
}

/// One line a field, whatever it holds.
std::string fieldLines(std::span<const Field> fields, std::string_view before, std::string_view after)
{
    std::string lines;
    for (const Field& field : fields) {
        const Json value = valueJson(field);
        lines.append(before).append(field.key).append(": ");
        lines.append(value.is_string() ? value.get<std::string>() : jsonText(value, -1)).append(after);
    }
    return lines;
}

} // namespace

std::string_view contextTitle(ContextKind kind)
{
    constexpr std::array<std::string_view, 6> kTitles{"Task",    "Preference", "Preference summary",
                                                      "Persona", "Question",   "Explanation"};
    return kTitles.at(static_cast<std::size_t>(kind));
}

std::string_view candidateKindName(CandidateKind kind)
{
    constexpr std::array<std::string_view, 4> kNames{"chosen", "rejected", "option", "sample"};
    return kNames.at(static_cast<std::size_t>(kind));
}

std::string_view languageCode(Language language)
{
    constexpr std::array<std::string_view, 3> kCodes{"en", "zh", "other"};
    return kCodes.at(static_cast<std::size_t>(language));
}

std::string messageText(const Conversation& conversation, std::size_t index, LanguageChoice language)
{
    const Message& message = conversation.messages.at(index);
    std::string text = "[" + headLine(conversation, index) + "]\n";
    text += bodyText(conversation, message, language) + "\n";
    if (!message.memo.empty() && message.hallucination == Mark::Yes)
        text.append("(memo: ").append(message.memo).append(")\n");
    return text + fieldLines(conversation.fieldsOf(message.fields), "  ", "\n");
}

std::string conversationText(const Conversation& conversation, LanguageChoice language)
{
    std::string out;
    for (const ContextPart& part : conversation.context) {
        for (const bool earlier : {false, true}) {
            const std::string lines = contextLines(conversation, part, language, earlier, "  ", "\n");
            if (!lines.empty())
                out.append(contextTitle(part.kind)).append(earlier ? ", earlier:\n" : ":\n") += lines + "\n";
        }
    }
    for (std::size_t i = 0; i < conversation.messages.size(); ++i)
        out += messageText(conversation, i, language) +
               earlierText(conversation, conversation.messages[i], language, "\n") + "\n";
    for (const Candidate& candidate : conversation.candidates) {
        out.append("[").append(candidateKindName(candidate.kind));
        if (!candidate.label.empty())
            out.append(" ").append(candidate.label);
        out += candidate.aligned ? " · aligned]\n" : "]\n";
        for (const Message& message : conversation.messagesOf(candidate))
            out += bodyText(conversation, message, language) + "\n" +
                   fieldLines(conversation.fieldsOf(message.fields), "  ", "\n") + "\n";
        out += fieldLines(conversation.fieldsOf(candidate.fields), "  ", "\n");
    }
    if (!conversation.ratings.empty())
        out += "Ratings:\n";
    for (const Rating& rating : conversation.ratings) {
        out.append("  ").append(rating.name).append(": ");
        out.append(rating.value ? numberText(*rating.value) : std::string("–"));
        out.append(rating.wording.empty() ? "" : " (")
            .append(rating.wording)
            .append(rating.wording.empty() ? "\n" : ")\n");
    }
    if (!conversation.fields.empty())
        out += (out.empty() ? "" : "\n") + ("Fields:\n" + fieldLines(conversation.fields, "  ", "\n"));
    return out;
}

std::string conversationMarkdown(const Conversation& conversation, LanguageChoice language)
{
    std::string out;
    for (const ContextPart& part : conversation.context) {
        for (const bool earlier : {false, true}) {
            const std::string lines = contextLines(conversation, part, language, earlier, "", "\n\n");
            if (!lines.empty())
                out.append("## ")
                    .append(contextTitle(part.kind))
                    .append(earlier ? ", earlier\n\n" : "\n\n") += lines;
        }
    }
    for (std::size_t i = 0; i < conversation.messages.size(); ++i) {
        const Message& message = conversation.messages[i];
        out.append("### ").append(headLine(conversation, i)).append("\n\n");
        out.append(bodyText(conversation, message, language)).append("\n\n");
        out += earlierText(conversation, message, language, "\n\n");
        if (!message.memo.empty() && message.hallucination == Mark::Yes)
            out.append("> ").append(message.memo).append("\n\n");
        if (message.fields.size() > 0)
            out += fieldLines(conversation.fieldsOf(message.fields), "- ", "\n") + "\n";
    }
    for (const Candidate& candidate : conversation.candidates) {
        out.append("### ")
            .append(candidateKindName(candidate.kind))
            .append(candidate.label.empty() ? "" : " ");
        out.append(candidate.label).append(candidate.aligned ? " (aligned)\n\n" : "\n\n");
        for (const Message& message : conversation.messagesOf(candidate))
            out += bodyText(conversation, message, language) + "\n\n";
    }
    if (!conversation.ratings.empty())
        out += "| rating | value |\n| --- | ---: |\n";
    for (const Rating& rating : conversation.ratings)
        out.append("| ")
            .append(rating.name)
            .append(" | ")
            .append(rating.value ? numberText(*rating.value) : std::string(rating.wording))
            .append(" |\n");
    if (!conversation.fields.empty())
        out += (out.empty() ? "" : "\n") + fieldLines(conversation.fields, "- ", "\n");
    return out;
}

Json messageJson(const Conversation& conversation, const Message& message, LanguageChoice language)
{
    Json json;
    json["role"] = std::string(message.role);
    if (message.roleInFile != message.role)
        json["role_in_file"] = std::string(message.roleInFile);
    addTexts(json["text"], conversation, message.texts, language);
    for (const Name& intent : conversation.intentsOf(message))
        json["intent"].push_back(nameJson(intent));
    if (message.hallucination != Mark::NotAnnotated)
        json["hallucination"] = std::string(markName(message.hallucination));
    if (!message.memo.empty())
        json["memo"] = std::string(message.memo);
    if (message.satisfaction != 0)
        json["satisfaction"] = message.satisfaction;
    addPartFields(json, conversation.fieldsOf(message.fields));
    return json;
}

Json conversationJson(const Conversation& conversation, LanguageChoice language)
{
    Json json = Json::object();
    if (!conversation.id.empty())
        json["id"] = std::string(conversation.id);
    json["turns"] = conversation.turns();
    for (const ContextPart& part : conversation.context)
        addTexts(json["context"][std::string(contextTitle(part.kind))], conversation, part.texts, language);
    json["messages"] = Json::array();
    for (const Message& message : conversation.messages)
        json["messages"].push_back(messageJson(conversation, message, language));
    for (const Candidate& candidate : conversation.candidates) {
        Json made = {{"kind", std::string(candidateKindName(candidate.kind))},
                     {"aligned", candidate.aligned}};
        if (!candidate.label.empty())
            made["label"] = std::string(candidate.label);
        for (const Message& message : conversation.messagesOf(candidate))
            made["messages"].push_back(messageJson(conversation, message, language));
        addPartFields(made, conversation.fieldsOf(candidate.fields));
        json["candidates"].push_back(std::move(made));
    }
    for (const Rating& rating : conversation.ratings) {
        Json value = rating.value ? Json::parse(numberText(*rating.value)) : Json();
        if (rating.wording.empty() && rating.question.empty())
            json["ratings"][std::string(rating.name)] = value;
        else
            json["ratings"][std::string(rating.name)] = {{"value", value},
                                                         {"question", std::string(rating.question)},
                                                         {"wording", std::string(rating.wording)}};
    }
    if (!conversation.fields.empty()) {
        json["fields"] = Json::object();
        addFields(json["fields"], conversation.fields);
    }
    return json;
}

std::string jsonText(const Json& json, int indent)
{
    return json.dump(indent, ' ', false, Json::error_handler_t::replace);
}

} // namespace duologue
