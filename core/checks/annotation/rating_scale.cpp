// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/phrase_id.h"
#include "core/base/text.h"
#include "core/base/translatable.h"
#include "core/checks/check.h"
#include "core/checks/check_log.h"
#include "core/checks/checked_dataset.h"

#include <cmath>
#include <limits>
#include <map>

namespace duologue {

namespace {

/// The scale of a rating cannot be told from fewer values, nor if there are more different ones.
constexpr std::size_t kLeastValues = 30;
constexpr std::size_t kMostScaleSteps = 11;

void judgeScale(const CheckedDataset& dataset, const Column& column, CheckLog& log)
{
    std::map<double, std::size_t> counts;
    std::size_t all = 0;
    dataset.rows().forEach([&](Row row) {
        const double value = column.number(indexOf(row));
        if (!std::isnan(value) && counts.size() <= 4 * kMostScaleSteps) {
            ++counts[value];
            ++all;
        }
    });
    double low = std::numeric_limits<double>::infinity();
    double high = -low;
    std::size_t usual = 0;
    bool isWhole = true;
    for (const auto& [value, count] : counts) {
        if (static_cast<double>(count) < log.threshold() * static_cast<double>(all))
            continue;
        low = std::min(low, value);
        high = std::max(high, value);
        isWhole = isWhole && value == std::trunc(value);
        ++usual;
    }
    if (all < kLeastValues || usual < 2 || usual > kMostScaleSteps) {
        log.notJudged(PhraseId::NotJudgedScale);
        return;
    }
    log.looked();
    dataset.rows().forEach([&](Row row) {
        const double value = column.number(indexOf(row));
        const bool isOff = value < low || value > high || (isWhole && value != std::trunc(value));
        if (!std::isnan(value) && isOff)
            log.found(row, FindingPart::Record, 0,
                      {PhraseId::OutsideScale, column.info.title, numberText(value),
                       numberText(low) + "–" + numberText(high)});
    });
}

void lookAtAllForRatingScale(const CheckedDataset& dataset, CheckLog& log, const Job& job)
{
    for (const Column& column : dataset.snapshot().records.columns) {
        if (job.stopRequested())
            return;
        if (column.info.kind == FieldKind::Number && column.info.traits.isRating)
            judgeScale(dataset, column, log);
    }
}

} // namespace

const Check& ratingScaleCheck()
{
    static const Check check{
        .id = "rating_scale",
        .group = CheckGroup::Annotation,
        .title = DUOLOGUE_TEXT("Checks", "Rating outside its scale"),
        .why = DUOLOGUE_TEXT("Checks", "A grade that nearly no other record has is a slip of the hand."),
        .unit = CheckUnit::Fields,
        .threshold =
            CheckThreshold{DUOLOGUE_TEXT("Checks", "share of the records that a grade of the scale has"),
                           0.005, 0.0, 0.5},
        .lookAtAll = lookAtAllForRatingScale,
    };
    return check;
}

} // namespace duologue
