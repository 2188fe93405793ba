// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/translatable.h"
#include "core/stats/report/report_parts.h"

#include <utility>

namespace duologue {

namespace {

class CrossTable final : public Report {
public:
    std::string_view id() const override { return "cross-table"; }
    std::string_view title() const override { return DUOLOGUE_TEXT("Reports", "Cross table of two fields"); }
    std::string_view summary() const override
    {
        return DUOLOGUE_TEXT("Reports",
                             "counts, or means of a number, for each pair of values of two fields");
    }

    ReportChoices choices(const Snapshot& snapshot) const override
    {
        ReportChoices choices;
        choices.fields = groupingFields(snapshot);
        choices.seconds = choices.fields;
        choices.measures = measureFields(snapshot);
        choices.mayCount = true;
        choices.mostMeasures = 1;
        choices.firstFields = topicsAnd(snapshot, "language");
        choices.firstSeconds = {"turns"};
        return choices;
    }

    ReportData compute(const Snapshot& snapshot, const RowSet& rows, const ReportOptions& options,
                       const Job& job) const override
    {
        return asCells(tallied(snapshot, rows, options, job));
    }

    std::optional<ReportData> arranged(ReportData tallied) const override
    {
        return asCells(std::move(tallied));
    }
};

} // namespace

const Report& crossTableReport()
{
    static const CrossTable report;
    return report;
}

} // namespace duologue
