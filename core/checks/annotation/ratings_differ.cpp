// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"
#include "core/base/translatable.h"
#include "core/checks/check.h"
#include "core/checks/checked_record.h"

#include <string>
#include <unordered_map>

namespace duologue {

namespace {

void lookForRatingsDiffer(const CheckedRecord& record, CheckLog& log)
{
    const auto& ratings = record.conversation.ratings;
    bool isAny = false;
    // Each is compared with the first of its name.
    std::unordered_map<std::string, const Rating*> firsts;
    for (const Rating& rating : ratings) {
        if (!rating.value || ratings.size() < 2)
            continue;
        const auto [first, isNew] = firsts.try_emplace(foldForSearch(rating.name), &rating);
        isAny = isAny || !isNew;
        if (*first->second->value != *rating.value)
            log.found(record.row, FindingPart::Record, 0,
                      {PhraseId::RatingsDiffer, first->second->name, numberText(*first->second->value),
                       numberText(*rating.value)});
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
