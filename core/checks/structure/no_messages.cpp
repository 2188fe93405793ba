// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/translatable.h"
#include "core/checks/check.h"
#include "core/checks/checked_record.h"

namespace duologue {

namespace {

void lookForNoMessages(const CheckedRecord& record, CheckLog& log)
{
    const FormatFacts& usual = record.format();
    const Conversation& said = record.conversation;
    // Records of other kinds have no messages, and formats for them are tables.
    if (usual.withMessages == 0) {
        log.notJudged(PhraseId::NotJudgedUsual);
        return;
    }
    log.looked();
    if (said.messages.empty() && said.candidates.empty())
        log.found(record.row, FindingPart::Record, 0, PhraseId::NoMessages);
}

} // namespace

const Check& noMessagesCheck()
{
    static const Check check{
        .id = "no_messages",
        .group = CheckGroup::Structure,
        .severity = Severity::Error,
        .title = DUOLOGUE_TEXT("Checks", "No messages"),
        .why = DUOLOGUE_TEXT("Checks", "A conversation without messages is an empty record."),
        .unit = CheckUnit::Records,
        .look = lookForNoMessages,
    };
    return check;
}

} // namespace duologue
