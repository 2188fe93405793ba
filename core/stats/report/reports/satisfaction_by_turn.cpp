// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/translatable.h"
#include "core/stats/report/report_parts.h"

namespace duologue {

namespace {

class SatisfactionByTurn final : public Report {
public:
    std::string_view id() const override { return "satisfaction-by-turn"; }
    std::string_view title() const override { return DUOLOGUE_TEXT("Reports", "Satisfaction by turn"); }
    std::string_view summary() const override
    {
        return DUOLOGUE_TEXT("Reports", "mean satisfaction with the answers at each turn");
    }

    ReportTraits traits() const override { return {.barsAreOfJudged = true}; }

    ReportChoices choices(const Snapshot& snapshot) const override
    {
        ReportChoices choices;
        choices.fields = fieldNamed(snapshot, "turn");
        choices.measures = fieldNamed(snapshot, "satisfaction");
        return choices;
    }

    ReportData compute(const Snapshot& snapshot, const RowSet& rows, const ReportOptions& options,
                       const Job& job) const override
    {
        return talliedLevels(snapshot, rows, options, job);
    }
};

} // namespace

const Report& satisfactionByTurnReport()
{
    static const SatisfactionByTurn report;
    return report;
}

} // namespace duologue
