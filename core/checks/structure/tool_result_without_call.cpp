// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/translatable.h"
#include "core/checks/check.h"
#include "core/checks/checked_record.h"
#include "core/checks/structure/tool_calls.h"

namespace duologue {

namespace {

bool isCalled(const Conversation& said, std::size_t before, std::string_view id)
{
    for (std::size_t i = 0; i < before; ++i) {
        for (const ToolCall& call : toolCallsOf(said, i)) {
            if (call.id == id)
                return true;
        }
    }
    return false;
}

void lookForToolResultWithoutCall(const CheckedRecord& record, CheckLog& log)
{
    const Conversation& said = record.conversation;
    for (std::size_t i = 0; i < said.messages.size(); ++i) {
        if (said.messages[i].role != "tool")
            continue;
        const std::string_view id = resultIdOf(said, said.messages[i]);
        if (id.empty()) {
            log.notJudged(PhraseId::NotJudgedNoId);
            continue;
        }
        log.looked();
        if (!isCalled(said, i, id))
            log.found(record.row, FindingPart::Message, static_cast<std::uint32_t>(i),
                      {PhraseId::ResultWithoutCall, id});
    }
}

} // namespace

const Check& toolResultWithoutCallCheck()
{
    static const Check check{
        .id = "tool_result_without_call",
        .group = CheckGroup::Structure,
        .title = DUOLOGUE_TEXT("Checks", "Result of a tool without a call"),
        .why = DUOLOGUE_TEXT("Checks",
                             "The result answers a call that is not there, so its id or a message is wrong."),
        .unit = CheckUnit::Messages,
        .look = lookForToolResultWithoutCall,
    };
    return check;
}

} // namespace duologue
