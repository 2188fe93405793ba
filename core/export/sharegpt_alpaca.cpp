// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/export/plain_messages.h"
#include "core/util/phrase.h"
#include "core/util/phrase_id.h"
#include "core/util/small_json.h"

#include <algorithm>
#include <array>

namespace duologue {

namespace {

/// What stands next to the conversation: what the marks "<image>" in its texts stand for, among others.
constexpr std::array<std::string_view, 5> kSharegptKeys{"images", "videos", "audios", "tools", "kto_tag"};

std::string sharegptRole(std::string_view role)
{
    if (role == "user")
        return "human";
    if (role == "assistant")
        return "gpt";
    return role == "tool" ? "observation" : std::string(role);
}

ExportJson fromAndValue(std::string from, std::string_view value)
{
    return {{"from", std::move(from)}, {"value", value}};
}

/// One message for each call, whose text is the call.
void addCalls(const Conversation& conversation, const Message& message, ExportJson& list)
{
    for (const Part& part : conversation.partsOf(message)) {
        if (part.kind != PartKind::Call)
            continue;
        const std::string arguments = argumentsJson(part);
        std::string text;
        JsonWriter call(text);
        call.beginObject();
        call.key("name");
        call.text(part.name);
        call.key("arguments");
        if (ExportJson::accept(arguments))
            call.json(arguments);
        else
            call.text(arguments);
        call.endObject();
        list.push_back(fromAndValue("function_call", text));
    }
}

/// The text with a mark at the place of each image, which is added to `images`.
std::string markedText(const Conversation& conversation, const PlainMessage& message, ExportJson& images)
{
    std::string marks;
    std::string text;
    const auto parts = conversation.partsOf(*message.message);
    for (const Part& part : parts) {
        std::string address = part.kind == PartKind::Picture ? pictureAddress(part) : std::string();
        if (!address.empty()) {
            images.push_back(std::move(address));
            marks += "<image>";
            text += "<image>";
        } else if (part.kind == PartKind::Text) {
            text += (text.empty() || text.ends_with("<image>") ? "" : "\n") + std::string(part.text);
        }
    }
    const bool isWhole =
        message.role != "tool" && message.text == conversation.originalText(*message.message);
    return marks.empty() || !isWhole ? marks + std::string(message.text) : text;
}

} // namespace

void writeSharegpt(const ExportRecord& record, const ExportContext& context, std::string& out, Losses& losses)
{
    const auto messages = plainMessages(record, context, losses);
    if (messages.empty()) {
        losses.leaveOut(PhraseId::LeftOutNoMessages);
        return;
    }
    const Conversation& conversation = record.conversation;
    const bool hasImages = valueUnder(conversation.fields, "images").has_value();
    ExportJson object;
    ExportJson list = ExportJson::array();
    ExportJson images = ExportJson::array();
    for (const PlainMessage& message : messages) {
        const Message& said = *message.message;
        const std::string text =
            hasImages ? std::string(message.text) : markedText(conversation, message, images);
        const auto parts = conversation.partsOf(said);
        const bool calls = std::any_of(parts.begin(), parts.end(),
                                       [](const Part& part) { return part.kind == PartKind::Call; });
        const bool isCall = said.roleInFile == "function_call" || (said.roleInFile == "tool_call" && !calls);
        if (message.role == "system" && &message == &messages.front() && messages.size() > 1)
            object["system"] = text;
        else if (isCall)
            list.push_back(fromAndValue("function_call", conversation.originalText(said)));
        else if (!calls || !text.empty())
            list.push_back(fromAndValue(sharegptRole(message.role), text));
        if (calls && !isCall)
            addCalls(conversation, said, list);
    }
    if (!images.empty())
        object["images"] = std::move(images);
    object["conversations"] = std::move(list);
    for (const std::string_view key : kSharegptKeys) {
        const auto value = valueUnder(record.conversation.fields, key);
        // This form has tools as text.
        if (value)
            object[std::string(key)] =
                key == "tools" && !value->is_string() ? ExportJson(jsonLine(*value)) : *value;
    }
    addColumns(object, record, context);
    Written written;
    written.calls = written.unreadCalls = written.results = written.roles = true;
    written.media = hasImages ? Written::Media::None : Written::Media::Addresses;
    written.fields = kSharegptKeys;
    countLosses(record, context, written, losses);
    appendLine(object, out);
}

void writeAlpaca(const ExportRecord& record, const ExportContext& context, std::string& out, Losses& losses)
{
    auto messages = plainMessages(record, context, losses);
    std::string_view system;
    const auto firstSystem = std::find_if(messages.begin(), messages.end(), [](const PlainMessage& message) {
        return message.role == "system" && !message.text.empty();
    });
    if (firstSystem != messages.end()) {
        system = firstSystem->text;
        messages.erase(firstSystem);
    }
    auto exchanges = exchangesOf(record.conversation, messages, losses);
    if (exchanges.empty()) {
        losses.leaveOut(PhraseId::LeftOutNoExchange);
        return;
    }
    ExportJson object{
        {"instruction", exchanges.back().question}, {"input", ""}, {"output", exchanges.back().answer}};
    exchanges.pop_back();
    if (!system.empty())
        object["system"] = system;
    if (!exchanges.empty())
        object["history"] = ExportJson::array();
    for (const auto& [asked, answer] : exchanges)
        object["history"].push_back({asked, answer});
    addColumns(object, record, context);
    countLosses(record, context, {}, losses);
    appendLine(object, out);
}

} // namespace duologue
