// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/translatable.h"
#include "core/stats/report/report_parts.h"

namespace duologue {

namespace {

class RatingByTurns final : public Report {
public:
    std::string_view id() const override { return "rating-by-turns"; }
    std::string_view title() const override { return DUOLOGUE_TEXT("Reports", "Rating by turn count"); }
    std::string_view summary() const override
    {
        return DUOLOGUE_TEXT("Reports", "mean ratings for each number of turns");
    }

    ReportChoices choices(const Snapshot& snapshot) const override
    {
        ReportChoices choices;
        choices.fields = fieldNamed(snapshot, "turns");
        choices.measures = ratingFields(snapshot);
        choices.firstMeasures = knownRatings(snapshot, &FieldTraits::ratesUser);
        choices.firstMeasureCount = 2;
        return choices;
    }

    ReportTraits traits() const override { return {.measuresAreRatings = true, .barsAreOfMeasured = true}; }

    ReportData compute(const Snapshot& snapshot, const RowSet& rows, const ReportOptions& options,
                       const Job& job) const override
    {
        return tallied(snapshot, rows, options, job);
    }

    std::optional<ReportData> arranged(ReportData tallied) const override { return tallied; }
};

} // namespace

const Report& ratingByTurnsReport()
{
    static const RatingByTurns report;
    return report;
}

} // namespace duologue
