// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/file/small_json.h"
#include "core/base/phrase_id.h"
#include "core/base/translatable.h"
#include "core/export/targets/plain_messages.h"

#include <algorithm>
#include <array>

namespace duologue {

namespace {

constexpr std::array<std::string_view, 10> kOpenaiMessageKeys{
    "tool_calls", "tool_call_id", "name",        "function_call", "refusal",
    "weight",     "reasoning",    "annotations", "audio",         "reasoning_content"};
constexpr std::array<std::string_view, 4> kOpenaiKeys{"tools", "functions", "parallel_tool_calls",
                                                      "response_format"};

/// The same with the content, which is written as it is unless another language is asked.
constexpr auto kOpenaiKeysAndContent = [] {
    std::array<std::string_view, kOpenaiMessageKeys.size() + 1> keys{};
    std::copy(kOpenaiMessageKeys.begin(), kOpenaiMessageKeys.end(), keys.begin());
    keys.back() = "content";
    return keys;
}();

/// ShareGPT has calls of tools as messages of their own, whose text is the call. Null for any other message.
ExportJson toolCallIn(const PlainMessage& message)
{
    if (message.message->roleInFile != "function_call")
        return {};
    auto call = smallJson<ExportJson>(message.text, kTextLimits);
    return call.is_object() && call.contains("name") && call["name"].is_string() ? call : ExportJson();
}

/// OpenAI has arguments as text.
ExportJson toolCalls(const ExportJson& call, const std::string& id)
{
    const ExportJson arguments = call.value("arguments", ExportJson::object());
    return ExportJson::array(
        {{{"id", id},
          {"type", "function"},
          {"function",
           {{"name", call["name"]},
            {"arguments", arguments.is_string() ? arguments.get<std::string>() : arguments.dump()}}}}});
}

class Openai final : public Exporter {
public:
    std::string_view id() const override { return "openai"; }
    std::string_view title() const override { return DUOLOGUE_TEXT("Exporters", "OpenAI messages"); }
    std::string_view summary() const override
    {
        return DUOLOGUE_TEXT("Exporters",
                             "\"messages\" with \"role\" and \"content\", one record on each line");
    }
    std::string_view ending() const override { return ".jsonl"; }
    std::vector<std::string_view> ownKeys() const override
    {
        return {"messages", "tools", "functions", "parallel_tool_calls", "response_format"};
    }

    void write(const ExportRecord& record, const ExportContext& context, std::string& out,
               Losses& losses) const override
    {
        const auto messages = plainMessages(record, context, losses);
        if (messages.empty()) {
            losses.leaveOut(PhraseId::LeftOutNoMessages);
            return;
        }
        ExportJson object;
        ExportJson& list = object["messages"] = ExportJson::array();
        int calls = 0;
        std::string openCall;
        for (const PlainMessage& message : messages) {
            if (const ExportJson call = toolCallIn(message); !call.is_null()) {
                openCall = "call_" + std::to_string(++calls);
                list.push_back(
                    {{"role", "assistant"}, {"content", nullptr}, {"tool_calls", toolCalls(call, openCall)}});
                continue;
            }
            list.push_back(messageOf(record, message, context));
            if (message.role == "tool" && !openCall.empty() && !list.back().contains("tool_call_id"))
                list.back()["tool_call_id"] = openCall;
        }
        for (const std::string_view key : kOpenaiKeys) {
            if (const Field* field = fieldOf(record.conversation.fields, key))
                object[std::string(key)] = valueOfField(*field);
        }
        addColumns(object, record, context);
        Written written;
        written.messageFields = context.language == ExportLanguage::AsWritten
                                    ? std::span<const std::string_view>(kOpenaiKeysAndContent)
                                    : std::span<const std::string_view>(kOpenaiMessageKeys);
        written.fields = kOpenaiKeys;
        countLosses(record, context, written, losses);
        appendLine(object, out);
    }

private:
    static ExportJson messageOf(const ExportRecord& record, const PlainMessage& message,
                                const ExportContext& context)
    {
        ExportJson object = roleAndContent(message.role, message.text);
        for (const Field& field : record.conversation.fieldsOf(message.message->fields)) {
            // Content parts, images among them, as they are.
            const bool isParts = field.key == "content" && context.language == ExportLanguage::AsWritten;
            if (isParts || std::find(kOpenaiMessageKeys.begin(), kOpenaiMessageKeys.end(), field.key) !=
                               kOpenaiMessageKeys.end())
                object[std::string(field.key)] = valueOfField(field);
        }
        ExportJson& content = object["content"];
        const bool isEmpty = content.is_string() && content.get_ref<const std::string&>().empty();
        if (isEmpty && message.message->texts.size() == 0 && object.contains("tool_calls"))
            content = nullptr;
        return object;
    }
};

} // namespace

const Exporter& openaiExporter()
{
    static const Openai exporter;
    return exporter;
}

} // namespace duologue
