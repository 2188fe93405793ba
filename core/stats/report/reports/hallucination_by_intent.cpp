// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/translatable.h"
#include "core/stats/report/report_parts.h"

namespace duologue {

namespace {

class HallucinationByIntent final : public Report {
public:
    std::string_view id() const override { return "hallucination-by-intent"; }
    std::string_view title() const override
    {
        return DUOLOGUE_TEXT("Reports", "Hallucination rate by intent");
    }
    std::string_view summary() const override
    {
        return DUOLOGUE_TEXT("Reports",
                             "share of marked answers among the annotated ones, by what the user wanted");
    }

    ReportTraits traits() const override { return {.barsAreOfJudged = true}; }

    ReportChoices choices(const Snapshot& snapshot) const override
    {
        ReportChoices choices;
        choices.fields = fieldNamed(snapshot, "reply_to.intent");
        choices.measures = markFields(snapshot);
        return choices;
    }

    ReportData compute(const Snapshot& snapshot, const RowSet& rows, const ReportOptions& options,
                       const Job& job) const override
    {
        return talliedLevels(snapshot, rows, options, job);
    }
};

} // namespace

const Report& hallucinationByIntentReport()
{
    static const HallucinationByIntent report;
    return report;
}

} // namespace duologue
