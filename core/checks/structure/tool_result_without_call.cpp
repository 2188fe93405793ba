// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/translatable.h"
#include "core/checks/check.h"
#include "core/checks/checked_record.h"

namespace duologue {

namespace {

void lookForToolResultWithoutCall(const CheckedRecord& record, CheckLog& log)
{
    const Conversation& said = record.conversation;
    for (std::size_t i = 0; i < said.messages.size(); ++i) {
        for (const Part& part : said.partsOf(said.messages[i])) {
            if (part.kind != PartKind::Result)
                continue;
            if (part.id.empty()) {
                log.notJudged(PhraseId::NotJudgedNoId);
                continue;
            }
            log.looked();
            if (part.counterpart == Part::kNone)
                log.found(record.row, FindingPart::Message, static_cast<std::uint32_t>(i),
                          {PhraseId::ResultWithoutCall, part.id});
        }
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
