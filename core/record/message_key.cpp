// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/record/message_key.h"

#include <algorithm>

namespace duologue {

namespace {

bool namesMedia(std::string_view key)
{
    constexpr std::string_view kMedia[] = {"image", "video", "audio"};
    return std::any_of(std::begin(kMedia), std::end(kMedia),
                       [key](std::string_view medium) { return key.starts_with(medium); });
}

void appendJson(const JsonView& value, std::string& key)
{
    appendKeyValue(value.hasValue() ? value.toJson() : std::string(), key);
}

void appendField(const Field& field, std::string& key)
{
    appendKeyValue(field.key, key);
    if (field.value.hasValue())
        appendJson(field.value, key);
    else
        appendKeyValue(field.name.shown(), key);
}

/// `index` is that of the part in the conversation.
void appendPart(const Part& part, std::size_t index, std::string& key)
{
    appendKeyValue(std::to_string(static_cast<unsigned>(part.kind)), key);
    switch (part.kind) {
    case PartKind::Text:
        // The message has the text; here is only its place among the other parts.
        break;
    case PartKind::Reasoning:
        appendKeyValue(part.text, key);
        // What is thought may be encrypted.
        if (part.text.empty())
            appendJson(part.source, key);
        break;
    case PartKind::Call:
        appendKeyValue(part.name, key);
        appendKeyValue(argumentsJson(part), key);
        if (const auto stored = resultIn(part.source))
            appendJson(stored->about[stored->key], key);
        break;
    case PartKind::Result:
        appendKeyValue(part.name, key);
        appendKeyValue(part.isError ? "error" : "", key);
        // How many parts before it the call is, so that equal answers of longer conversations are equal.
        appendKeyValue(part.counterpart == Part::kNone ? "" : std::to_string(index - part.counterpart), key);
        appendKeyValue(part.text, key);
        appendJson(part.value, key);
        break;
    case PartKind::Picture:
    case PartKind::File:
    case PartKind::Other:
        appendKeyValue(part.text, key);
        appendJson(part.source, key);
        break;
    }
}

} // namespace

void appendKeyValue(std::string_view value, std::string& key)
{
    key.append(std::to_string(value.size())).append(1, ':').append(value);
}

void appendPartsKey(const Conversation& conversation, const Message& message, std::string& key)
{
    const auto parts = conversation.partsOf(message);
    const bool isTextAlone =
        std::all_of(parts.begin(), parts.end(), [](const Part& part) { return part.kind == PartKind::Text; });
    for (std::size_t i = 0; i < parts.size() && !isTextAlone; ++i)
        appendPart(parts[i], message.parts.begin + i, key);
    for (const Field& field : conversation.fieldsOf(message.fields)) {
        if (!field.isContent && namesMedia(field.key))
            appendField(field, key);
    }
}

void appendMediaKey(const Conversation& conversation, std::string& key)
{
    for (const Field& field : conversation.fields) {
        if (namesMedia(field.key))
            appendField(field, key);
    }
}

} // namespace duologue
