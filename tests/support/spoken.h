// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/conversation.h"

#include <string>

namespace duologue::test {

/// "role: text" of each message and "kind: text" of each candidate, separated by " | ".
inline std::string spokenIn(const Conversation& conversation)
{
    std::string said;
    const auto add = [&](std::string_view who, const Message& message) {
        said += (said.empty() ? "" : " | ") + std::string(who) + ":";
        for (const Text& text : conversation.textsOf(message.texts))
            said += " " + std::string(text.text);
    };
    for (const Message& message : conversation.messages)
        add(message.role, message);
    constexpr std::string_view kKinds[] = {"chosen", "rejected", "option", "sample"};
    for (const Candidate& candidate : conversation.candidates) {
        for (const Message& message : conversation.messagesOf(candidate))
            add(kKinds[static_cast<std::size_t>(candidate.kind)], message);
    }
    return said;
}

} // namespace duologue::test
