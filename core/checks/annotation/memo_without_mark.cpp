// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"
#include "core/base/translatable.h"
#include "core/checks/annotation/memo_words.h"
#include "core/checks/check.h"
#include "core/checks/checked_record.h"

namespace duologue {

namespace {

void lookForMemoWithoutMark(const CheckedRecord& record, CheckLog& log)
{
    const Conversation& said = record.conversation;
    for (std::size_t i = 0; i < said.messages.size(); ++i) {
        const Message& message = said.messages[i];
        if (trimmed(message.memo).empty() || message.hallucination == Mark::NotAnnotated) {
            log.notJudged(PhraseId::NotJudgedNoMemos);
            continue;
        }
        log.looked();
        if (message.hallucination == Mark::No && !saysNothingIsWrong(message.memo))
            log.found(record.row, FindingPart::Message, static_cast<std::uint32_t>(i),
                      {PhraseId::MemoWithoutMark, message.memo});
    }
}

} // namespace

const Check& memoWithoutMarkCheck()
{
    static const Check check{
        .id = "memo_without_mark",
        .group = CheckGroup::Annotation,
        .title = DUOLOGUE_TEXT("Checks", "Memo without a mark"),
        .why = DUOLOGUE_TEXT("Checks", "The memo says that something is wrong, the mark that nothing is."),
        .unit = CheckUnit::Messages,
        .isMaybe = true,
        .look = lookForMemoWithoutMark,
    };
    return check;
}

} // namespace duologue
