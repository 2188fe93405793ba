// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/translatable.h"
#include "core/stats/report/report_parts.h"

#include <utility>

namespace duologue {

namespace {

class RatingByRating final : public Report {
public:
    std::string_view id() const override { return "rating-by-rating"; }
    std::string_view title() const override { return DUOLOGUE_TEXT("Reports", "Rating × rating"); }
    std::string_view summary() const override
    {
        return DUOLOGUE_TEXT("Reports", "counts, or means of a number, for each pair of two ratings");
    }

    ReportChoices choices(const Snapshot& snapshot) const override
    {
        ReportChoices choices;
        choices.fields = ratingFields(snapshot);
        choices.seconds = choices.fields;
        choices.measures = measureFields(snapshot);
        choices.mayCount = true;
        choices.mostMeasures = 1;
        const std::vector<std::string> first = knownRatings(snapshot, &FieldTraits::isUsual);
        if (first.size() > 1) {
            choices.firstFields = {first[0]};
            choices.firstSeconds = {first[1]};
        }
        return choices;
    }

    ReportData compute(const Snapshot& snapshot, const RowSet& rows, const ReportOptions& options,
                       const Job& job) const override
    {
        return *arranged(tallied(snapshot, rows, options, job));
    }

    std::optional<ReportData> arranged(ReportData tallied) const override
    {
        // A dataset with one rating has nothing to compare it with.
        return asCells(tallied.filterFields.size() < 2 ? ReportData() : std::move(tallied));
    }
};

} // namespace

const Report& ratingByRatingReport()
{
    static const RatingByRating report;
    return report;
}

} // namespace duologue
