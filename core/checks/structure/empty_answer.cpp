// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/translatable.h"
#include "core/checks/check.h"
#include "core/checks/checked_record.h"

#include <algorithm>

namespace duologue {

namespace {

bool has(const Conversation& said, const Message& message, PartKind kind)
{
    const auto parts = said.partsOf(message);
    return std::any_of(parts.begin(), parts.end(), [kind](const Part& part) { return part.kind == kind; });
}

/// An agent may think before it goes on; that is no answer.
bool isThoughtOnTheWay(const Conversation& said, std::size_t index)
{
    return index + 1 < said.messages.size() && has(said, said.messages[index], PartKind::Reasoning) &&
           std::any_of(said.messages.begin(), said.messages.end(),
                       [&said](const Message& message) { return has(said, message, PartKind::Call); });
}

void lookForEmptyAnswer(const CheckedRecord& record, CheckLog& log)
{
    const Conversation& said = record.conversation;
    const auto judge = [&](const Message& message, FindingPart part, std::size_t index) {
        log.looked();
        if (isBlankMessage(said, message) &&
            !(part == FindingPart::Message && isThoughtOnTheWay(said, index)))
            log.found(record.row, part, static_cast<std::uint32_t>(index), PhraseId::BlankAnswer);
    };
    for (std::size_t i = 0; i < said.messages.size(); ++i) {
        if (said.messages[i].role == "assistant")
            judge(said.messages[i], FindingPart::Message, i);
    }
    for (std::size_t i = 0; i < said.candidateMessages.size(); ++i) {
        if (said.candidateMessages[i].role == "assistant" || said.candidateMessages[i].role.empty())
            judge(said.candidateMessages[i], FindingPart::Candidate, i);
    }
}

} // namespace

const Check& emptyAnswerCheck()
{
    static const Check check{
        .id = "empty_answer",
        .group = CheckGroup::Structure,
        .severity = Severity::Error,
        .title = DUOLOGUE_TEXT("Checks", "Empty answer"),
        .why = DUOLOGUE_TEXT("Checks", "A model that is trained on empty answers learns to say nothing."),
        .unit = CheckUnit::Messages,
        .look = lookForEmptyAnswer,
    };
    return check;
}

} // namespace duologue
