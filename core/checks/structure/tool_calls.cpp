// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checks/structure/tool_calls.h"

#include <array>

namespace duologue {

namespace {

template<std::size_t N>
JsonView firstMember(const JsonView& object, const std::array<std::string_view, N>& keys)
{
    for (const std::string_view key : keys) {
        if (const JsonView value = object[key]; !value.isMissing())
            return value;
    }
    return {};
}

ToolCall callOf(const JsonView& value)
{
    constexpr std::array<std::string_view, 3> kIds{"id", "tool_call_id", "toolCallId"};
    constexpr std::array<std::string_view, 4> kArguments{"arguments", "input", "args", "parameters"};
    const JsonView function = value["function"].isObject() ? value["function"] : value;
    return {firstMember(value, kIds).string(), function["name"].string(), firstMember(function, kArguments)};
}

} // namespace

std::vector<ToolCall> toolCallsOf(const Conversation& conversation, std::size_t message)
{
    std::vector<ToolCall> calls;
    for (const Field& field : conversation.fieldsOf(conversation.messages[message].fields)) {
        if (field.key == "tool_calls" || field.key == "toolCalls") {
            for (const JsonView call : field.value.elements())
                calls.push_back(callOf(call));
        } else if (field.key == "function_call" && field.value.isObject()) {
            calls.push_back(callOf(field.value));
        } else if (field.isContent) {
            for (const JsonView part : field.value.elements()) {
                if (part["type"].string() == "tool_use" || part["type"].string() == "tool-call")
                    calls.push_back(callOf(part));
            }
        }
    }
    return calls;
}

std::string_view resultIdOf(const Conversation& conversation, const Message& message)
{
    for (const Field& field : conversation.fieldsOf(message.fields)) {
        if (field.key == "tool_call_id" || field.key == "toolCallId" || field.key == "tool_use_id")
            return field.value.string();
        if (!field.isContent)
            continue;
        for (const JsonView part : field.value.elements()) {
            if (const std::string_view id = part["tool_use_id"].string(); !id.empty())
                return id;
        }
        if (const std::string_view id = field.value["tool_use_id"].string(); !id.empty())
            return id;
    }
    return {};
}

} // namespace duologue
