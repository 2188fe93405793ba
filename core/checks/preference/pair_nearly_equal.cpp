// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"
#include "core/base/translatable.h"
#include "core/checks/check.h"
#include "core/checks/checked_record.h"
#include "core/checks/preference/pairs.h"
#include "core/checks/shingles.h"

#include <algorithm>
#include <cmath>

namespace duologue {

namespace {

/// A short answer may differ by one word that decides.
constexpr std::size_t kLeastAnswerBytes = 80;

void lookForPairNearlyEqual(const CheckedRecord& record, CheckLog& log)
{
    const auto pair = pairOf(record.conversation);
    if (!pair) {
        log.notJudged(PhraseId::NotJudgedNoCandidates);
        return;
    }
    const Candidate& chosen = record.conversation.candidates[pair->chosen];
    const Candidate& rejected = record.conversation.candidates[pair->rejected];

    const std::string wanted = foldForSearch(trimmed(answerOf(record.conversation, chosen)));
    const std::string other = foldForSearch(trimmed(answerOf(record.conversation, rejected)));
    if (std::min(wanted.size(), other.size()) < kLeastAnswerBytes || wanted == other) {
        log.notJudged(wanted == other ? PhraseId::NotJudgedEmpty : PhraseId::NotJudgedShort);
        return;
    }
    log.looked();
    const auto left = shinglesOf(wanted);
    const auto right = shinglesOf(other);
    const double likeness = jaccard(left, right);
    if (likeness >= log.threshold())
        log.found(record.row, FindingPart::Candidate, answerIndex(rejected),
                  {PhraseId::AnswersNearlyEqual, std::lround(likeness * 100)});
}

} // namespace

const Check& pairNearlyEqualCheck()
{
    static const Check check{
        .id = "pair_nearly_equal",
        .group = CheckGroup::Preference,
        .title = DUOLOGUE_TEXT("Checks", "Chosen and rejected are nearly equal"),
        .why = DUOLOGUE_TEXT("Checks", "What the pair teaches is a few letters."),
        .unit = CheckUnit::Records,
        .threshold =
            CheckThreshold{DUOLOGUE_TEXT("Checks", "share of equal pieces (Jaccard)"), 0.9, 0.5, 1.0},
        .look = lookForPairNearlyEqual,
    };
    return check;
}

} // namespace duologue
