// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"
#include "core/base/translatable.h"
#include "core/checks/check.h"
#include "core/checks/checked_record.h"

namespace duologue {

namespace {

void lookForRatingsDiffer(const CheckedRecord& record, CheckLog& log)
{
    const auto& ratings = record.conversation.ratings;
    bool isAny = false;
    for (std::size_t i = 0; i < ratings.size(); ++i) {
        for (std::size_t j = i + 1; j < ratings.size(); ++j) {
            if (!ratings[i].value || !ratings[j].value || !equalsFolded(ratings[i].name, ratings[j].name))
                continue;
            isAny = true;
            if (*ratings[i].value != *ratings[j].value)
                log.found(record.row, FindingPart::Record, 0,
                          {PhraseId::RatingsDiffer, ratings[i].name, numberText(*ratings[i].value),
                           numberText(*ratings[j].value)});
        }
    }
    if (isAny)
        log.looked();
    else
        log.notJudged(PhraseId::NotJudgedOneRating);
}

} // namespace

const Check& ratingsDifferCheck()
{
    static const Check check{
        .id = "ratings_differ",
        .group = CheckGroup::Annotation,
        .title = DUOLOGUE_TEXT("Checks", "Questionnaire against rating"),
        .why = DUOLOGUE_TEXT("Checks", "Two grades of the same thing are different."),
        .unit = CheckUnit::Records,
        .look = lookForRatingsDiffer,
    };
    return check;
}

} // namespace duologue
