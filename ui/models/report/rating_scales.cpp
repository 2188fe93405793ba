// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/report/rating_scales.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>

namespace duologue::ui {

namespace {

struct RatingScalesWords {
    Q_DECLARE_TR_FUNCTIONS(RatingCriteria)
};

} // namespace

std::map<std::string, RatingScale> ratingScales(const Snapshot& snapshot, const Job& job)
{
    constexpr std::uint32_t kRowsBetweenStops = 65536;
    constexpr std::size_t kMostValues = 12;
    std::map<std::string, RatingScale> scales;
    for (const Column& column : snapshot.records.columns) {
        if (!column.info.traits.isRating || column.info.kind != FieldKind::Number)
            continue;
        RatingScale& scale = scales[column.info.key];
        bool countable = true;
        for (Row row{0}; row < snapshot.endRow(); ++row) {
            if (indexOf(row) % kRowsBetweenStops == 0 && job.stopRequested())
                return scales;
            const double value = column.number(indexOf(row));
            if (std::isnan(value))
                continue;
            scale.mean.add(value);
            scale.highest = std::max(scale.highest, value);
            if (countable && (++scale.counts[value], scale.counts.size() > kMostValues))
                countable = false;
        }
        if (!countable)
            scale.counts.clear();
    }
    return scales;
}

std::uint64_t RatingScale::below(double value) const
{
    std::uint64_t sum = 0;
    for (auto at = counts.begin(); at != counts.end() && at->first < value; ++at)
        sum += at->second;
    return sum;
}

std::optional<RatingCriteria> ratingCriteria(std::string_view name)
{
    const std::string key = fieldKey(name);
    if (key == "detail_level")
        return RatingCriteria{
            RatingScalesWords::tr("Vague or brief, for example places named without a description"),
            RatingScalesWords::tr("Between the two"),
            RatingScalesWords::tr("In depth, for example a recipe with its ingredients and steps")};
    if (key == "diversity")
        return RatingCriteria{RatingScalesWords::tr("One or two options to each query"),
                              RatingScalesWords::tr("Some queries get three or more options"),
                              RatingScalesWords::tr("Every query gets three or more different options")};
    if (key == "practical_usefulness")
        return RatingCriteria{
            RatingScalesWords::tr("An unrealistic plan, for example a schedule too tight to follow"),
            RatingScalesWords::tr("Partly applicable: gives ideas that are hard to carry out"),
            RatingScalesWords::tr("Practical, can be acted on")};
    return std::nullopt;
}

int ratingSteps(std::string_view name, double value, double highest)
{
    constexpr int kMostSteps = 10;
    const std::string key = fieldKey(name);
    const double least = key == "additional_preferences" || key == "memorization" ? 1
                         : key == "detail_level" || key == "diversity" || key == "practical_usefulness" ||
                                 key == "preference_alignment" || key == "role_playing_completeness"
                             ? 2
                             : 1;
    const double most = std::max({least, value, highest});
    return value < 0 || most > kMostSteps || std::floor(most) != most ? 0 : static_cast<int>(most);
}

} // namespace duologue::ui
