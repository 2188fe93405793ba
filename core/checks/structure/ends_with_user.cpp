// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/translatable.h"
#include "core/checks/check.h"
#include "core/checks/checked_record.h"

#include <algorithm>

namespace duologue {

namespace {

/// What is usual cannot be told from fewer.
constexpr std::uint64_t kFewConversations = 8;

void lookForEndsWithUser(const CheckedRecord& record, CheckLog& log)
{
    const auto& messages = record.conversation.messages;
    const auto last = std::find_if(messages.rbegin(), messages.rend(),
                                   [](const Message& message) { return message.role != "system"; });
    const FormatFacts& usual = record.format();
    const bool isUsual =
        usual.withMessages >= kFewConversations && usual.endWithUser * 2 > usual.withMessages;
    // Candidates are the answers, and prompts without answers are data as well.
    if (last == messages.rend() || !record.conversation.candidates.empty() || isUsual) {
        log.notJudged(isUsual ? PhraseId::NotJudgedUsual : PhraseId::NotJudgedNoMessages);
        return;
    }
    log.looked();
    if (last->role == "user")
        log.found(record.row, FindingPart::Message, static_cast<std::uint32_t>(messages.rend() - last - 1),
                  PhraseId::UserLast);
}

} // namespace

const Check& endsWithUserCheck()
{
    static const Check check{
        .id = "ends_with_user",
        .group = CheckGroup::Structure,
        .severity = Severity::Note,
        .title = DUOLOGUE_TEXT("Checks", "Ends with the user"),
        .why = DUOLOGUE_TEXT("Checks", "The last question has no answer."),
        .unit = CheckUnit::Records,
        .look = lookForEndsWithUser,
    };
    return check;
}

} // namespace duologue
