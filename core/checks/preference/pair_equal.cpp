// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"
#include "core/base/translatable.h"
#include "core/checks/check.h"
#include "core/checks/checked_record.h"
#include "core/checks/preference/pairs.h"

namespace duologue {

namespace {

void lookForPairEqual(const CheckedRecord& record, CheckLog& log)
{
    const auto pair = pairOf(record.conversation);
    if (!pair) {
        log.notJudged(PhraseId::NotJudgedNoCandidates);
        return;
    }
    const Candidate& chosen = record.conversation.candidates[pair->chosen];
    const Candidate& rejected = record.conversation.candidates[pair->rejected];

    const std::string_view wanted = trimmed(answerOf(record.conversation, chosen));
    const std::string_view other = trimmed(answerOf(record.conversation, rejected));
    if (wanted.empty() || other.empty()) {
        log.notJudged(PhraseId::NotJudgedEmpty);
        return;
    }
    log.looked();
    if (equalsFolded(wanted, other))
        log.found(record.row, FindingPart::Candidate, answerIndex(rejected), PhraseId::AnswersEqual);
}

} // namespace

const Check& pairEqualCheck()
{
    static const Check check{
        .id = "pair_equal",
        .group = CheckGroup::Preference,
        .severity = Severity::Error,
        .title = DUOLOGUE_TEXT("Checks", "Chosen and rejected are equal"),
        .why = DUOLOGUE_TEXT("Checks", "A pair without a difference teaches noise."),
        .unit = CheckUnit::Records,
        .look = lookForPairEqual,
    };
    return check;
}

} // namespace duologue
