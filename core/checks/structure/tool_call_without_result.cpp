// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/translatable.h"
#include "core/checks/check.h"
#include "core/checks/checked_record.h"
#include "core/checks/structure/tool_calls.h"

namespace duologue {

namespace {

bool hasResult(const Conversation& said, std::size_t after, std::string_view id)
{
    for (std::size_t i = after + 1; i < said.messages.size(); ++i) {
        if (resultIdOf(said, said.messages[i]) == id)
            return true;
    }
    return false;
}

void lookForToolCallWithoutResult(const CheckedRecord& record, CheckLog& log)
{
    const Conversation& said = record.conversation;
    for (std::size_t i = 0; i < said.messages.size(); ++i) {
        const auto calls = toolCallsOf(said, i);
        if (calls.empty())
            continue;
        // The last message may call a tool: its result is what comes next.
        if (i + 1 == said.messages.size()) {
            log.notJudged(PhraseId::NotJudgedLastMessage);
            continue;
        }
        log.looked();
        for (const ToolCall& call : calls) {
            if (!call.id.empty() && !hasResult(said, i, call.id))
                log.found(record.row, FindingPart::Message, static_cast<std::uint32_t>(i),
                          {PhraseId::CallWithoutResult, call.id});
        }
    }
}

} // namespace

const Check& toolCallWithoutResultCheck()
{
    static const Check check{
        .id = "tool_call_without_result",
        .group = CheckGroup::Structure,
        .title = DUOLOGUE_TEXT("Checks", "Call of a tool without a result"),
        .why = DUOLOGUE_TEXT("Checks", "The model is shown calling a tool and going on without its answer."),
        .unit = CheckUnit::Messages,
        .look = lookForToolCallWithoutResult,
    };
    return check;
}

} // namespace duologue
