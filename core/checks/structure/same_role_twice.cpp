// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/translatable.h"
#include "core/checks/check.h"
#include "core/checks/checked_record.h"

#include <algorithm>

namespace duologue {

namespace {

bool callsTool(const Conversation& said, const Message& message)
{
    const auto parts = said.partsOf(message);
    return std::any_of(parts.begin(), parts.end(),
                       [](const Part& part) { return part.kind == PartKind::Call; });
}

bool hasOwnName(const Conversation& said, const Message& message)
{
    return !messageValue(said, message, "name").string().empty() ||
           !messageValue(said, message, "speaker").string().empty();
}

void lookForSameRoleTwice(const CheckedRecord& record, CheckLog& log)
{
    const Conversation& said = record.conversation;
    if (said.messages.size() < 2) {
        log.notJudged(PhraseId::NotJudgedNoMessages);
        return;
    }
    log.looked();
    for (std::size_t i = 1; i < said.messages.size(); ++i) {
        const Message& before = said.messages[i - 1];
        const Message& after = said.messages[i];
        const bool isSpeaker = after.role == "user" || after.role == "assistant";
        // A model calls a tool, and several speakers may share a role.
        if (!isSpeaker || before.role != after.role || before.roleInFile != after.roleInFile ||
            callsTool(said, before) || hasOwnName(said, before) || hasOwnName(said, after))
            continue;
        log.found(record.row, FindingPart::Message, static_cast<std::uint32_t>(i),
                  after.role == "user" ? PhraseId::UserTwice : PhraseId::AssistantTwice);
    }
}

} // namespace

const Check& sameRoleTwiceCheck()
{
    static const Check check{
        .id = "same_role_twice",
        .group = CheckGroup::Structure,
        .title = DUOLOGUE_TEXT("Checks", "Same role twice in a row"),
        .why = DUOLOGUE_TEXT("Checks", "Two questions or two answers in a row are often one message that was "
                                       "cut, or a message that is missing."),
        .unit = CheckUnit::Records,
        .look = lookForSameRoleTwice,
    };
    return check;
}

} // namespace duologue
