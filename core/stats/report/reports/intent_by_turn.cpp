// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/translatable.h"
#include "core/stats/report/report_parts.h"

namespace duologue {

namespace {

class IntentByTurn final : public Report {
public:
    std::string_view id() const override { return "intent-by-turn"; }
    std::string_view title() const override { return DUOLOGUE_TEXT("Reports", "Intent by turn"); }
    std::string_view summary() const override
    {
        return DUOLOGUE_TEXT("Reports",
                             "what users want at each turn of a conversation, as shares of the turn");
    }

    ReportChoices choices(const Snapshot& snapshot) const override
    {
        ReportChoices choices;
        choices.fields = fieldNamed(snapshot, "turn");
        choices.seconds = fieldNamed(snapshot, "intent");
        return choices;
    }

    ReportData compute(const Snapshot& snapshot, const RowSet& rows, const ReportOptions& options,
                       const Job& job) const override
    {
        ReportData data = tallied(snapshot, rows, options, job);
        data.shape = ReportShape::Cells;
        data.figure = CellFigure::ShareOfLine;
        return data;
    }
};

} // namespace

const Report& intentByTurnReport()
{
    static const IntentByTurn report;
    return report;
}

} // namespace duologue
