// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"
#include "core/base/translatable.h"
#include "core/checks/check.h"
#include "core/checks/checked_record.h"
#include "core/checks/preference/pairs.h"

namespace duologue {

namespace {

void lookForPairContext(const CheckedRecord& record, CheckLog& log)
{
    const auto pair = pairOf(record.conversation);
    if (!pair) {
        log.notJudged(PhraseId::NotJudgedNoCandidates);
        return;
    }
    const Candidate& chosen = record.conversation.candidates[pair->chosen];
    const Candidate& rejected = record.conversation.candidates[pair->rejected];

    const auto wanted = record.conversation.messagesOf(chosen);
    const auto other = record.conversation.messagesOf(rejected);
    if (wanted.size() < 2 && other.size() < 2) {
        log.notJudged(PhraseId::NotJudgedNoContext);
        return;
    }
    log.looked();
    // Whole conversations may differ after their first question: then they are compared, not their answers.
    const bool isDifferent = !wanted.empty() && !other.empty() && wanted.front().role == "user" &&
                             other.front().role == "user" &&
                             !equalsFolded(record.conversation.originalText(wanted.front()),
                                           record.conversation.originalText(other.front()));
    if (isDifferent)
        log.found(record.row, FindingPart::Candidate, rejected.messages.begin, PhraseId::ContextsDiffer);
}

} // namespace

const Check& pairContextCheck()
{
    static const Check check{
        .id = "pair_context",
        .group = CheckGroup::Preference,
        .title = DUOLOGUE_TEXT("Checks", "Candidates answer different questions"),
        .why = DUOLOGUE_TEXT("Checks", "What is compared are answers to different conversations."),
        .unit = CheckUnit::Records,
        .look = lookForPairContext,
    };
    return check;
}

} // namespace duologue
