// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/translatable.h"
#include "core/checks/check.h"
#include "core/checks/checked_record.h"
#include "core/checks/preference/pairs.h"
#include "core/checks/text/refusal_words.h"

namespace duologue {

namespace {

void lookForPairRefusal(const CheckedRecord& record, CheckLog& log)
{
    const auto pair = pairOf(record.conversation);
    if (!pair) {
        log.notJudged(PhraseId::NotJudgedNoCandidates);
        return;
    }
    const Candidate& chosen = record.conversation.candidates[pair->chosen];
    const Candidate& rejected = record.conversation.candidates[pair->rejected];

    const std::string_view other = answerOf(record.conversation, rejected);
    log.looked();
    const auto refusal = refusalIn(other);
    if (!refusal || refusalIn(answerOf(record.conversation, chosen)))
        return;
    Finding& finding =
        log.found(record.row, FindingPart::Candidate, answerIndex(rejected),
                  {PhraseId::Says, std::string(other.substr(refusal->begin, refusal->end - refusal->begin))});
    const auto index = record.conversation.candidateMessages[answerIndex(rejected)].texts.begin;
    finding.marks.push_back(
        {index, static_cast<std::uint32_t>(refusal->begin), static_cast<std::uint32_t>(refusal->end)});
}

} // namespace

const Check& pairRefusalCheck()
{
    static const Check check{
        .id = "pair_refusal",
        .group = CheckGroup::Preference,
        .severity = Severity::Note,
        .title = DUOLOGUE_TEXT("Checks", "Rejected answer is a refusal"),
        .why = DUOLOGUE_TEXT("Checks", "A pair of an answer and a refusal teaches to answer everything."),
        .unit = CheckUnit::Records,
        .look = lookForPairRefusal,
    };
    return check;
}

} // namespace duologue
