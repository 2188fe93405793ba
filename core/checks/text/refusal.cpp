// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/translatable.h"
#include "core/checks/check.h"
#include "core/checks/checked_record.h"
#include "core/checks/text/refusal_words.h"

namespace duologue {

namespace {

void lookForRefusal(const CheckedRecord& record, CheckLog& log)
{
    for (const CheckedText& text : record.texts) {
        const bool isAnswer = text.part == TextPart::Message && text.role == "assistant" &&
                              text.entry != FindingMark::kNoText && !text.isEarlier;
        if (!isAnswer)
            continue;
        log.looked();
        auto found = refusalIn(text.text);
        if (!found)
            found = selfTalkIn(text.text);
        if (!found)
            continue;
        Finding& finding = log.found(
            record.row, FindingPart::Message, text.message,
            {PhraseId::Says, std::string(text.text.substr(found->begin, found->end - found->begin))});
        finding.marks.push_back(text.mark(found->begin, found->end));
    }
}

} // namespace

const Check& refusalCheck()
{
    static const Check check{
        .id = "refusal",
        .group = CheckGroup::Text,
        .severity = Severity::Note,
        .title = DUOLOGUE_TEXT("Checks", "Refusal or talk about itself"),
        .why = DUOLOGUE_TEXT("Checks", "A model that is trained on refusals learns to refuse."),
        .unit = CheckUnit::Messages,
        .look = lookForRefusal,
    };
    return check;
}

} // namespace duologue
