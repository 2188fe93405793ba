// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/file/small_json.h"
#include "core/base/phrase_id.h"
#include "core/base/translatable.h"
#include "core/export/targets/plain_messages.h"

#include <array>

namespace duologue {

namespace {

constexpr std::array<std::string_view, 1> kSharegptMessageKeys{"tool_calls"};
constexpr std::array<std::string_view, 1> kSharegptKeys{"tools"};

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
void addToolCalls(const ExportJson& calls, ExportJson& list)
{
    for (const ExportJson& each : calls.is_array() ? calls : ExportJson::array({calls})) {
        ExportJson call = each.is_object() && each.contains("function") ? each["function"] : each;
        if (call.is_object() && call.contains("arguments") && call["arguments"].is_string()) {
            auto arguments =
                smallJson<ExportJson>(call["arguments"].get_ref<const std::string&>(), kTextLimits);
            if (!arguments.is_discarded())
                call["arguments"] = std::move(arguments);
        }
        list.push_back(
            fromAndValue("function_call", call.dump(-1, ' ', false, ExportJson::error_handler_t::replace)));
    }
}

class Sharegpt final : public Exporter {
public:
    std::string_view id() const override { return "sharegpt"; }
    std::string_view title() const override { return DUOLOGUE_TEXT("Exporters", "ShareGPT conversations"); }
    std::string_view summary() const override
    {
        return DUOLOGUE_TEXT("Exporters",
                             "\"conversations\" with \"from\" and \"value\", one record on each line");
    }
    std::string_view ending() const override { return ".jsonl"; }
    std::vector<std::string_view> ownKeys() const override { return {"conversations", "system", "tools"}; }

    void write(const ExportRecord& record, const ExportContext& context, std::string& out,
               Losses& losses) const override
    {
        const auto messages = plainMessages(record, context, losses);
        if (messages.empty()) {
            losses.leaveOut(PhraseId::LeftOutNoMessages);
            return;
        }
        ExportJson object;
        ExportJson list = ExportJson::array();
        for (const PlainMessage& message : messages) {
            const auto fields = record.conversation.fieldsOf(message.message->fields);
            const Field* const calls = fieldOf(fields, "tool_calls");
            if (message.role == "system" && message.message == messages.front().message &&
                messages.size() > 1)
                object["system"] = message.text;
            else if (message.message->roleInFile == "function_call")
                list.push_back(fromAndValue("function_call", message.text));
            else if (calls == nullptr || !message.text.empty())
                list.push_back(fromAndValue(sharegptRole(message.role), message.text));
            if (calls != nullptr)
                addToolCalls(valueOfField(*calls), list);
        }
        object["conversations"] = std::move(list);
        if (const Field* tools = fieldOf(record.conversation.fields, "tools")) {
            // This form has them as text.
            const ExportJson value = valueOfField(*tools);
            object["tools"] = value.is_string() ? value : ExportJson(value.dump());
        }
        addColumns(object, record, context);
        Written written;
        written.messageFields = kSharegptMessageKeys;
        written.fields = kSharegptKeys;
        countLosses(record, context, written, losses);
        appendLine(object, out);
    }
};

} // namespace

const Exporter& sharegptExporter()
{
    static const Sharegpt exporter;
    return exporter;
}

} // namespace duologue
