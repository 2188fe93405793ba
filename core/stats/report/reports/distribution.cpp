// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/translatable.h"
#include "core/stats/report/report_parts.h"

#include <algorithm>

namespace duologue {

namespace {

class Distribution final : public Report {
public:
    std::string_view id() const override { return "distribution"; }
    std::string_view title() const override { return DUOLOGUE_TEXT("Reports", "Distribution of a field"); }
    std::string_view summary() const override
    {
        return DUOLOGUE_TEXT("Reports",
                             "how often each value of a field occurs; numbers in bins, categories by count");
    }

    ReportChoices choices(const Snapshot& snapshot) const override
    {
        ReportChoices choices;
        choices.fields = groupingFields(snapshot);
        choices.firstFields = topicsAnd(snapshot, "turns");
        return choices;
    }

    ReportData compute(const Snapshot& snapshot, const RowSet& rows, const ReportOptions& options,
                       const Job& job) const override
    {
        return *arranged(tallied(snapshot, rows, options, job));
    }

    std::optional<ReportData> arranged(ReportData tallied) const override
    {
        std::vector<TallyRow>& bars = tallied.tally.rows;
        // Numbers keep their order, also if they are texts. Other values are sorted by count.
        const bool ordered = std::any_of(bars.begin(), bars.end(), [](const TallyRow& bar) {
            const GroupValue& value = bar.values.front();
            return value.number || value.text.find_first_not_of("0123456789") == std::string::npos;
        });
        if (!ordered)
            std::stable_sort(bars.begin(), bars.end(),
                             [](const TallyRow& a, const TallyRow& b) { return a.n > b.n; });
        return tallied;
    }
};

} // namespace

const Report& distributionReport()
{
    static const Distribution report;
    return report;
}

} // namespace duologue
