// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/translatable.h"
#include "core/checks/check.h"
#include "core/checks/checked_record.h"

#include <algorithm>

namespace duologue {

namespace {

/// What is usual cannot be told from fewer.
constexpr std::uint64_t kFewToTell = 8;

void lookForStartsWithAssistant(const CheckedRecord& record, CheckLog& log)
{
    const auto& messages = record.conversation.messages;
    const auto first = std::find_if(messages.begin(), messages.end(),
                                    [](const Message& message) { return message.role != "system"; });
    const FormatFacts& usual = record.format();
    // Where most begin so, it is how the data is.
    const bool isUsual =
        usual.withMessages >= kFewToTell && usual.beginWithAssistant * 2 > usual.withMessages;
    if (first == messages.end() || isUsual) {
        log.notJudged(isUsual ? PhraseId::NotJudgedUsual : PhraseId::NotJudgedNoMessages);
        return;
    }
    log.looked();
    if (first->role == "assistant")
        log.found(record.row, FindingPart::Message, static_cast<std::uint32_t>(first - messages.begin()),
                  PhraseId::AssistantFirst);
}

} // namespace

const Check& startsWithAssistantCheck()
{
    static const Check check{
        .id = "starts_with_assistant",
        .group = CheckGroup::Structure,
        .severity = Severity::Note,
        .title = DUOLOGUE_TEXT("Checks", "Starts with the assistant"),
        .why = DUOLOGUE_TEXT("Checks", "Most programs that train on conversations expect the user to begin."),
        .unit = CheckUnit::Records,
        .look = lookForStartsWithAssistant,
    };
    return check;
}

} // namespace duologue
