// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/translatable.h"
#include "core/stats/report/report_parts.h"

namespace duologue {

namespace {

class MeanByField final : public Report {
public:
    std::string_view id() const override { return "mean-by-field"; }
    std::string_view title() const override { return DUOLOGUE_TEXT("Reports", "Mean by a field"); }
    std::string_view summary() const override
    {
        return DUOLOGUE_TEXT("Reports", "means of numbers for each value of a field");
    }

    ReportTraits traits() const override { return {.barsAreOfMeasured = true}; }

    ReportChoices choices(const Snapshot& snapshot) const override
    {
        ReportChoices choices;
        choices.fields = groupingFields(snapshot);
        choices.measures = measureFields(snapshot);
        choices.firstFields = topicsAnd(snapshot, "turns");
        choices.firstMeasures = knownRatings(snapshot, &FieldTraits::isUsual);
        choices.firstMeasures.emplace_back("turns");
        choices.firstMeasureCount = 3;
        return choices;
    }

    ReportData compute(const Snapshot& snapshot, const RowSet& rows, const ReportOptions& options,
                       const Job& job) const override
    {
        return tallied(snapshot, rows, options, job);
    }

    std::optional<ReportData> arranged(ReportData tallied) const override { return tallied; }
};

} // namespace

const Report& meanByFieldReport()
{
    static const MeanByField report;
    return report;
}

} // namespace duologue
