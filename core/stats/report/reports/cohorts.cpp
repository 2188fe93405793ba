// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/translatable.h"
#include "core/stats/report/report_parts.h"

namespace duologue {

namespace {

class Cohorts final : public Report {
public:
    std::string_view id() const override { return "cohorts"; }
    std::string_view title() const override { return DUOLOGUE_TEXT("Reports", "Compare cohorts"); }
    std::string_view summary() const override
    {
        return DUOLOGUE_TEXT(
            "Reports",
            "n, means and shares for each value of a field, or for each of several queries, with the "
            "differences");
    }

    ReportChoices choices(const Snapshot& snapshot) const override
    {
        ReportChoices choices;
        choices.fields = groupingFields(snapshot);
        choices.firstFields = {"group", "chat_model"};
        for (const std::string& topic : keysWith(snapshot, &FieldTraits::isTopic))
            choices.firstFields.push_back(topic);
        choices.takesCohorts = true;
        // Any field can be chosen; without a choice compareCohorts() takes its defaults.
        choices.measures = groupingFields(snapshot);
        choices.mayCount = true;
        constexpr std::size_t kMost = 64;
        choices.mostMeasures = kMost;
        return choices;
    }

    ReportData compute(const Snapshot& snapshot, const RowSet& rows, const ReportOptions& options,
                       const Job& job) const override
    {
        ReportData data;
        data.shape = ReportShape::Comparison;
        if (options.cohorts.empty() && options.field.empty())
            return data;
        if (options.cohorts.empty())
            data.filterFields = {options.field};
        const auto bins = options.bins.empty() ? Bins() : options.bins.front();
        const std::vector<Cohort> cohorts =
            options.cohorts.empty() ? cohortsOf(snapshot, rows, options.field, bins, job)
                                    : cohortsOf(snapshot, rows, options.cohorts, job);
        const std::string_view split = options.cohorts.empty() ? options.field : std::string_view();
        data.comparison = compareCohorts(snapshot, cohorts, options.measures, split, job);
        return data;
    }
};

} // namespace

const Report& cohortsReport()
{
    static const Cohorts report;
    return report;
}

} // namespace duologue
