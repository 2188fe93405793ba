// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/translatable.h"
#include "core/checks/check.h"
#include "core/checks/checked_record.h"

namespace duologue {

namespace {

void lookForEmptyMessage(const CheckedRecord& record, CheckLog& log)
{
    const Conversation& said = record.conversation;
    for (std::size_t i = 0; i < said.messages.size(); ++i) {
        const Message& message = said.messages[i];
        if (message.role == "assistant")
            continue;
        log.looked();
        if (isBlankMessage(said, message))
            log.found(record.row, FindingPart::Message, static_cast<std::uint32_t>(i),
                      PhraseId::BlankMessage);
    }
}

} // namespace

const Check& emptyMessageCheck()
{
    static const Check check{
        .id = "empty_message",
        .group = CheckGroup::Structure,
        .title = DUOLOGUE_TEXT("Checks", "Empty message"),
        .why = DUOLOGUE_TEXT("Checks", "A message without text, call or picture says nothing."),
        .unit = CheckUnit::Messages,
        .look = lookForEmptyMessage,
    };
    return check;
}

} // namespace duologue
