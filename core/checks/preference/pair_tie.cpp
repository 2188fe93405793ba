// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"
#include "core/base/translatable.h"
#include "core/checks/check.h"
#include "core/checks/checked_record.h"
#include "core/checks/preference/pairs.h"

namespace duologue {

namespace {

std::optional<double> numberOfScore(const JsonView& value)
{
    return value.isString() ? numberIn(value.string()) : value.number();
}

/// A score of the candidate, or the record's "score_chosen", "chosen_score".
std::optional<double> scoreOf(const Conversation& said, const Candidate& candidate, std::string_view which)
{
    for (const Field& field : said.fieldsOf(candidate.fields)) {
        if (field.key == "score" || field.key == "rating" || field.key == "reward" ||
            field.key == "overall_score")
            return numberOfScore(field.value);
    }
    for (const Field& field : said.fields) {
        const std::string key = fieldKey(field.key);
        const bool isScore = key.find("score") != std::string::npos ||
                             key.find("rating") != std::string::npos ||
                             key.find("reward") != std::string::npos;
        if (isScore && key.find(which) != std::string::npos)
            return numberOfScore(field.value);
    }
    return std::nullopt;
}

void lookForPairTie(const CheckedRecord& record, CheckLog& log)
{
    const auto pair = pairOf(record.conversation);
    if (!pair) {
        log.notJudged(PhraseId::NotJudgedNoCandidates);
        return;
    }
    const Candidate& chosen = record.conversation.candidates[pair->chosen];
    const Candidate& rejected = record.conversation.candidates[pair->rejected];

    const auto wanted = scoreOf(record.conversation, chosen, "chosen");
    const auto other = scoreOf(record.conversation, rejected, "rejected");
    if (!wanted || !other) {
        log.notJudged(PhraseId::NotJudgedNoScores);
        return;
    }
    log.looked();
    if (*wanted == *other)
        log.found(record.row, FindingPart::Record, 0, {PhraseId::ScoresEqual, numberText(*wanted)});
}

} // namespace

const Check& pairTieCheck()
{
    static const Check check{
        .id = "pair_tie",
        .group = CheckGroup::Preference,
        .title = DUOLOGUE_TEXT("Checks", "Both answers have the same score"),
        .why = DUOLOGUE_TEXT("Checks", "The pair says that one is better, its scores that none is."),
        .unit = CheckUnit::Records,
        .look = lookForPairTie,
    };
    return check;
}

} // namespace duologue
