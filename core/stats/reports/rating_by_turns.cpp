// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/report.h"

namespace duologue {

namespace {

constexpr std::string_view kRatingPrefix = "rating.";

class RatingByTurns final : public Report {
public:
    std::string_view id() const override { return "rating-by-turns"; }
    std::string_view title() const override { return "Rating by turn count"; }
    std::string_view categoryField() const override { return "turns"; }

    std::vector<FieldInfo> measures(const Snapshot& snapshot) const override
    {
        std::vector<FieldInfo> ratings;
        for (const Column& column : snapshot.records.columns) {
            if (column.info.key.starts_with(kRatingPrefix) && column.info.kind == FieldKind::Number)
                ratings.push_back(column.info);
        }
        return ratings;
    }

    ReportData compute(const Snapshot& snapshot, const RowSet& rows, std::span<const std::string> measures,
                       const Job& job) const override
    {
        ReportData data;
        data.categoryField = categoryField();
        const auto turns = findField(snapshot, categoryField());
        if (!turns)
            return data;
        std::vector<FieldReader> means;
        for (const std::string& key : measures) {
            if (auto field = findField(snapshot, key); field && field->isNumber())
                means.push_back(std::move(*field));
        }
        data.tally = tally(snapshot, rows, {*turns}, means, job);
        return data;
    }
};

} // namespace

const Report& ratingByTurnsReport()
{
    static const RatingByTurns report;
    return report;
}

} // namespace duologue
