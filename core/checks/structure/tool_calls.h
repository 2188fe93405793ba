// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/record/conversation.h"

#include <string_view>
#include <vector>

namespace duologue {

/// A call of a tool in a message, however it is written.
struct ToolCall {
    /// Empty if the calls of the data have no ids.
    std::string_view id;
    std::string_view name;
    /// A text with JSON, or an object; Missing if there are none.
    JsonView arguments;
};

/// The calls in "tool_calls", "function_call" and content parts of the type "tool_use". Valid as long as the
/// conversation.
std::vector<ToolCall> toolCallsOf(const Conversation& conversation, std::size_t message);

/// The id of the call that a message of a tool answers; empty if it has none.
std::string_view resultIdOf(const Conversation& conversation, const Message& message);

} // namespace duologue
