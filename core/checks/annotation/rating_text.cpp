// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"
#include "core/base/translatable.h"
#include "core/checks/check.h"
#include "core/checks/checked_record.h"

#include <algorithm>
#include <array>

namespace duologue {

namespace {

constexpr std::array<std::string_view, 6> kRatingWords{"rating", "score", "grade", "评分", "得分", "打分"};

bool isRatingKey(std::string_view key)
{
    return std::any_of(kRatingWords.begin(), kRatingWords.end(), [key](std::string_view word) {
        const std::size_t at = key.find(word);
        if (at == std::string_view::npos)
            return false;
        const std::size_t end = at + word.size();
        const bool isBegin = at == 0 || key[at - 1] == '_' || key[at - 1] == '.';
        return isBegin && (end == key.size() || key[end] == '_' || key[end] == '.' || key[end] == 's');
    });
}

void lookForRatingText(const CheckedRecord& record, CheckLog& log)
{
    for (const Field& field : record.conversation.fields) {
        const std::string key = fieldKey(field.key);
        if (!isRatingKey(key) || !field.value.hasValue() || field.value.isArray() || field.value.isObject())
            continue;
        log.looked();
        if (field.value.isString() && numberIn(field.value.string()))
            log.found(record.row, FindingPart::Record, 0,
                      {PhraseId::RatingIsText, field.key, field.value.string()});
    }
    if (record.conversation.fields.empty())
        log.notJudged(PhraseId::NotJudgedOneRating);
}

} // namespace

const Check& ratingTextCheck()
{
    static const Check check{
        .id = "rating_text",
        .group = CheckGroup::Annotation,
        .severity = Severity::Note,
        .title = DUOLOGUE_TEXT("Checks", "Rating that is a text"),
        .why = DUOLOGUE_TEXT("Checks", "Programs that take means leave it out, or stop."),
        .unit = CheckUnit::Fields,
        .look = lookForRatingText,
    };
    return check;
}

} // namespace duologue
