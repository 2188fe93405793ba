// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/translatable.h"
#include "core/checks/check.h"
#include "core/checks/checked_record.h"

#include <algorithm>

namespace duologue {

namespace {

void lookForNoUser(const CheckedRecord& record, CheckLog& log)
{
    const auto& messages = record.conversation.messages;
    const auto countOf = [&](std::string_view role) {
        return std::count_if(messages.begin(), messages.end(),
                             [role](const Message& message) { return message.role == role; });
    };
    // Other roles than the usual ones, or a prompt beside the messages, may ask.
    const bool isUsual = countOf("user") + countOf("assistant") + countOf("system") + countOf("tool") ==
                         static_cast<std::ptrdiff_t>(messages.size());
    if (messages.empty() || !isUsual || !record.conversation.context.empty()) {
        log.notJudged(PhraseId::NotJudgedNoMessages);
        return;
    }
    log.looked();
    if (countOf("user") == 0)
        log.found(record.row, FindingPart::Record, 0, PhraseId::NoUserMessage);
}

} // namespace

const Check& noUserCheck()
{
    static const Check check{
        .id = "no_user",
        .group = CheckGroup::Structure,
        .title = DUOLOGUE_TEXT("Checks", "No message of the user"),
        .why = DUOLOGUE_TEXT("Checks", "An answer without a question teaches nothing about questions."),
        .unit = CheckUnit::Records,
        .look = lookForNoUser,
    };
    return check;
}

} // namespace duologue
