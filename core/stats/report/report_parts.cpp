// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/report/report_parts.h"

#include "core/base/text.h"
#include "core/stats/tally/tally.h"
#include "core/table/field_reader.h"

#include <algorithm>
#include <cmath>

namespace duologue {

namespace {

/// Unknown if the options are not complete.
ValueScale scaleAt(const ReportOptions& options, std::size_t measure)
{
    return measure < options.scales.size() ? options.scales[measure] : ValueScale();
}

/// Values of messages are yes or no, so that their mean is a share: marks, or words and numbers of the
/// messages' own that are at most 0 and 1.
bool hasShare(const FieldReader& measure)
{
    if (measure.hasMessageNumbers() || measure.hasMarks())
        return measure.hasMarks();
    for (std::size_t code = 0; code < measure.categoryCount(); ++code) {
        const auto number = numberIn(measure.category(categoryCode(code)).shown());
        if (number && std::isfinite(*number) && *number != 0 && *number != 1)
            return false;
    }
    return true;
}

/// The number of a level; none if it is no judgement.
std::optional<double> numberOfLevel(const GroupValue& level, bool isShare)
{
    if (level.number)
        return level.number;
    if (isShare)
        return numberOfMark(level.text);
    const auto number = numberIn(level.text);
    return number && std::isfinite(*number) ? number : std::nullopt;
}

} // namespace

std::optional<TallyPlan> planTally(const Snapshot& snapshot, const ReportOptions& options)
{
    TallyPlan plan;
    ReportData& data = plan.data;
    std::vector<FieldReader>& by = plan.request.by;
    for (const std::string& key : options.fields()) {
        auto field = findField(snapshot, key);
        if (!field)
            return std::nullopt;
        data.filterFields.push_back(field->info().key);
        by.push_back(std::move(*field));
    }
    if (by.empty())
        return std::nullopt;
    const bool ofMessages =
        std::any_of(by.begin(), by.end(), [](const FieldReader& field) { return field.info().ofMessages; });
    for (std::size_t i = 0; i < options.measures.size(); ++i) {
        auto field = findField(snapshot, options.measures[i]);
        if (!field)
            continue;
        // For a record the field is the number of marked messages, for a message it is yes or no.
        const bool isShare = ofMessages && field->hasMarks();
        data.measures.push_back(isShare ? Measure{MeasureKind::Share} : measureOn(scaleAt(options, i)));
        plan.request.means.push_back(std::move(*field));
    }
    plan.request.bins = options.bins;
    return plan;
}

ReportData tallied(const Snapshot& snapshot, const RowSet& rows, const ReportOptions& options, const Job& job)
{
    auto plan = planTally(snapshot, options);
    if (!plan)
        return {};
    plan->data.tally = tally(snapshot, rows, plan->request, job);
    return std::move(plan->data);
}

ReportData talliedLevels(const Snapshot& snapshot, const RowSet& rows, const ReportOptions& options,
                         const Job& job)
{
    ReportData data;
    const auto field = options.field.empty() ? std::nullopt : findField(snapshot, options.field);
    const auto measure =
        options.measures.empty() ? std::nullopt : findField(snapshot, options.measures.front());
    if (!field || !measure)
        return data;
    data.filterFields = {field->info().key};
    const bool isShare = hasShare(*measure);
    data.measures = {isShare ? Measure{MeasureKind::Share} : measureOn(scaleAt(options, 0))};
    std::vector<Bins> bins = options.bins;
    bins.resize(1);
    Tally pairs = tally(snapshot, rows, {{*field, *measure}, {}, bins}, job);
    data.tally.by = {field->info()};
    data.tally.means = {measure->info()};
    data.tally.ofMessages = true;
    data.tally.withoutValue = pairs.withoutValue;
    for (TallyRow& pair : pairs.rows) {
        const GroupValue& level = pair.values.back();
        const auto value = numberOfLevel(level, isShare);
        if (!value) {
            data.tally.notJudged += pair.n;
            continue;
        }
        std::vector<TallyRow>& bars = data.tally.rows;
        if (bars.empty() || bars.back().values.front() != pair.values.front())
            bars.push_back({{std::move(pair.values.front())}, 0, {Mean()}});
        const auto n = static_cast<double>(pair.n);
        bars.back().n += pair.n;
        bars.back().means.front().add(Mean{pair.n, n * *value, n * *value * *value});
    }
    return data;
}

ReportData asCells(ReportData tallied)
{
    tallied.shape = ReportShape::Cells;
    tallied.figure = tallied.tally.means.empty() ? CellFigure::Count : CellFigure::Mean;
    return tallied;
}

} // namespace duologue
