// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/record/conversation.h"

#include <algorithm>

namespace duologue {

std::string_view Conversation::text(const Message& message, Language language) const
{
    for (const Text& text : textsOf(message.texts)) {
        if (answers(text.language, language) && !text.earlier)
            return text.text;
    }
    return {};
}

std::string_view Conversation::originalText(const Message& message) const
{
    const auto all = textsOf(message.texts);
    return all.empty() ? std::string_view() : all.front().text;
}

std::uint32_t Conversation::turns() const
{
    const auto spoken = std::count_if(messages.begin(), messages.end(), [](const Message& message) {
        return message.role != "system" && message.role != "tool";
    });
    return static_cast<std::uint32_t>(spoken / 2);
}

void Conversation::clear()
{
    id = {};
    messages.clear();
    candidateMessages.clear();
    candidates.clear();
    context.clear();
    ratings.clear();
    fields.clear();
    fieldsLeftOut = false;
    texts.clear();
    intents.clear();
    partFields.clear();
    parts.clear();
    strings.clear();
}

} // namespace duologue
