// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"
#include "core/base/translatable.h"
#include "core/checks/annotation/memo_words.h"
#include "core/checks/check.h"
#include "core/checks/checked_record.h"

#include <algorithm>

namespace duologue {

namespace {

bool hasMemos(const Conversation& said)
{
    return std::any_of(said.messages.begin(), said.messages.end(),
                       [](const Message& message) { return !message.memo.empty(); });
}

void lookForMarkWithoutMemo(const CheckedRecord& record, CheckLog& log)
{
    const Conversation& said = record.conversation;
    for (std::size_t i = 0; i < said.messages.size(); ++i) {
        const Message& message = said.messages[i];
        if (message.hallucination != Mark::Yes)
            continue;
        // Where no message of the record can have a memo, none is missing.
        if (!hasMemos(said)) {
            log.notJudged(PhraseId::NotJudgedNoMemos);
            continue;
        }
        log.looked();
        if (trimmed(message.memo).empty() || saysNothingIsWrong(message.memo))
            log.found(record.row, FindingPart::Message, static_cast<std::uint32_t>(i),
                      PhraseId::MarkWithoutMemo);
    }
}

} // namespace

const Check& markWithoutMemoCheck()
{
    static const Check check{
        .id = "mark_without_memo",
        .group = CheckGroup::Annotation,
        .title = DUOLOGUE_TEXT("Checks", "Marked without a memo"),
        .why = DUOLOGUE_TEXT("Checks", "Nobody can tell what the annotator saw."),
        .unit = CheckUnit::Messages,
        .look = lookForMarkWithoutMemo,
    };
    return check;
}

} // namespace duologue
