// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checks/preference/pairs.h"

#include "core/base/text.h"

namespace duologue {

std::optional<AnswerPair> pairOf(const Conversation& conversation)
{
    std::optional<std::size_t> chosen;
    std::optional<std::size_t> rejected;
    for (std::size_t i = 0; i < conversation.candidates.size(); ++i) {
        const CandidateKind kind = conversation.candidates[i].kind;
        if (kind == CandidateKind::Chosen && !chosen)
            chosen = i;
        if (kind == CandidateKind::Rejected && !rejected)
            rejected = i;
    }
    if (!chosen || !rejected)
        return std::nullopt;
    return AnswerPair{*chosen, *rejected};
}

std::string_view answerOf(const Conversation& conversation, const Candidate& candidate)
{
    const auto messages = conversation.messagesOf(candidate);
    return messages.empty() ? std::string_view() : conversation.originalText(messages.back());
}

std::uint32_t answerIndex(const Candidate& candidate)
{
    return candidate.messages.size() == 0 ? candidate.messages.begin : candidate.messages.end - 1;
}

std::string promptText(const Conversation& conversation)
{
    std::string text;
    for (const ContextPart& part : conversation.context) {
        for (const Text& each : conversation.textsOf(part.texts))
            text.append(each.text).append(1, '\0');
    }
    for (const Message& message : conversation.messages)
        text.append(conversation.originalText(message)).append(1, '\0');
    return foldForSearch(text);
}

} // namespace duologue
