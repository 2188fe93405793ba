// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/export/plain_messages.h"
#include "core/util/phrase.h"
#include "core/util/phrase_id.h"
#include "core/util/small_json.h"

#include <array>

namespace duologue {

namespace {

constexpr std::array<std::string_view, 4> kOpenaiKeys{"tools", "functions", "parallel_tool_calls",
                                                      "response_format"};

/// What no chat template knows: the role "developer", and a refusal in place of a content.
void addOwn(const Conversation& conversation, std::span<const PlainMessage> messages, ExportJson& list)
{
    for (std::size_t i = 0; i < messages.size(); ++i) {
        const Message& message = *messages[i].message;
        if (message.roleInFile == "developer")
            list[i]["role"] = "developer";
        const Field* const refusal = fieldOf(conversation.fieldsOf(message.fields), "refusal");
        if (refusal == nullptr || !refusal->isContent || refusal->value.string() != messages[i].text)
            continue;
        list[i]["content"] = nullptr;
        list[i]["refusal"] = refusal->value.string();
    }
}

} // namespace

void writeOpenai(const ExportRecord& record, const ExportContext& context, std::string& out, Losses& losses)
{
    const auto messages = plainMessages(record, context, losses);
    if (messages.empty()) {
        losses.leaveOut(PhraseId::LeftOutNoMessages);
        return;
    }
    CallIds ids(record.conversation);
    ExportJson object{{"messages", openaiMessages(record.conversation, messages, ids)}};
    addOwn(record.conversation, messages, object["messages"]);
    for (const std::string_view key : kOpenaiKeys) {
        if (auto value = valueUnder(record.conversation.fields, key))
            object[std::string(key)] = key == "tools" ? openaiTools(*value) : std::move(*value);
    }
    addColumns(object, record, context);
    Written written = openaiWritten();
    written.fields = kOpenaiKeys;
    countLosses(record, context, written, losses);
    appendLine(object, out);
}

} // namespace duologue
