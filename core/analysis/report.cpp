// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/report.h"
#include "core/analysis/report_table.h"

#include "core/analysis/bins.h"
#include "core/analysis/tally.h"
#include "core/data/field_reader.h"
#include "core/util/text.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <unordered_map>

namespace duologue {

namespace {

bool offers(const std::vector<FieldInfo>& fields, std::string_view key)
{
    return std::any_of(fields.begin(), fields.end(), [&](const FieldInfo& each) { return each.key == key; });
}

/// The first wanted key that can be chosen, else the first field; never `butNot`.
std::string firstOf(const std::vector<FieldInfo>& fields, const std::vector<std::string>& wanted,
                    std::string_view butNot = {})
{
    for (const std::string& key : wanted) {
        if (key != butNot && offers(fields, key))
            return key;
    }
    for (const FieldInfo& each : fields) {
        if (each.key != butNot)
            return each.key;
    }
    return {};
}

std::vector<std::string> firstMeasures(const ReportChoices& choices)
{
    std::vector<std::string> first;
    for (const std::string& key : choices.firstMeasures) {
        if (first.size() < choices.firstMeasureCount && offers(choices.measures, key))
            first.push_back(key);
    }
    if (first.empty() && !choices.mayCount && !choices.measures.empty())
        first.push_back(choices.measures.front().key);
    return first;
}

/// Where messages are counted, "length" is theirs.
void chooseMessageLengths(const ReportChoices& choices, const Snapshot& snapshot, ReportOptions& options)
{
    const std::string length = "length";
    const auto isOfMessages = [&](const std::string& key) {
        const auto field = findField(snapshot, key);
        return field && field->info().ofMessages;
    };
    const std::vector<std::string> keys = options.fields();
    if (std::none_of(keys.begin(), keys.end(), isOfMessages))
        return;
    const std::string ofMessages = "message_length";
    if (options.field == length && offers(choices.fields, ofMessages))
        options.field = ofMessages;
    if (options.second == length && offers(choices.seconds, ofMessages) && options.field != ofMessages)
        options.second = ofMessages;
    std::vector<std::string>& measures = options.measures;
    const auto record = std::find(measures.begin(), measures.end(), length);
    if (record == measures.end() || !offers(choices.measures, ofMessages))
        return;
    if (std::find(measures.begin(), measures.end(), ofMessages) == measures.end())
        *record = ofMessages;
    else
        measures.erase(record);
}

} // namespace

std::vector<std::string> ReportOptions::fields() const
{
    std::vector<std::string> keys;
    for (const std::string& key : {field, second}) {
        if (!key.empty())
            keys.push_back(key);
    }
    return keys;
}

ReportOptions chosenOptions(const ReportSpec& report, const Snapshot& snapshot, const ReportOptions& asked)
{
    const ReportChoices choices = report.choices(snapshot);
    ReportOptions made;
    if (choices.takesCohorts)
        made.cohorts = asked.cohorts;
    if (!choices.fields.empty() && made.cohorts.empty())
        made.field =
            offers(choices.fields, asked.field) ? asked.field : firstOf(choices.fields, choices.firstFields);
    if (!choices.seconds.empty())
        made.second = offers(choices.seconds, asked.second) && asked.second != made.field
                          ? asked.second
                          : firstOf(choices.seconds, choices.firstSeconds, made.field);
    for (const std::string& key : asked.measures) {
        if (made.measures.size() < choices.mostMeasures && offers(choices.measures, key))
            made.measures.push_back(key);
    }
    if (made.measures.empty() && !(choices.mayCount && !asked.field.empty()))
        made.measures = firstMeasures(choices);
    chooseMessageLengths(choices, snapshot, made);
    return made;
}

namespace {

/// A field by which reports count its numbers in bins, if these are many.
bool hasBins(const FieldReader& field)
{
    // Marks of messages are grouped by name, although a record has their number.
    return field.info().ofMessages ? field.hasMessageNumbers() : field.isNumber() || field.isNumbersAsText();
}

} // namespace

ReportOptions complete(const ReportSpec& report, const Snapshot& here, const Source& source,
                       const ReportOptions& asked, const Job& job)
{
    ReportOptions made = chosenOptions(report, here, asked);
    for (const std::string& key : made.fields()) {
        const auto field = findField(here, key);
        made.bins.push_back(field && hasBins(*field) ? source.bins(*field, job) : Bins());
    }
    for (const std::string& key : made.measures) {
        const auto field = findField(here, key);
        made.scales.push_back(field ? source.scale(*field, job) : ValueScale());
    }
    return made;
}

ReportOptions complete(const ReportSpec& report, const Snapshot& snapshot, const ReportOptions& asked,
                       const Job& job)
{
    return complete(report, snapshot, RowsHere(snapshot), asked, job);
}

ReportData reportOf(const ReportSpec& report, const Snapshot& snapshot, const RowSet& rows,
                    const ReportOptions& options, const Job& job)
{
    const Filter filter{{}, std::shared_ptr<const RowSet>(std::shared_ptr<void>(), &rows)};
    return report.compute({snapshot, RowsHere(snapshot), filter, options, job});
}

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

ReportData tallied(const ReportQuestion& question)
{
    ReportData data;
    CountRequest request{.bins = question.options.bins};
    for (const std::string& key : question.options.fields()) {
        auto field = findField(question.here, key);
        if (field)
            request.by.push_back(std::move(*field));
    }
    // Without its fields, no report says what an engine is to count.
    if (request.by.empty() || request.by.size() < question.options.fields().size())
        return (void)question.filter.rowsHere(), data;
    bool ofMessages = false;
    for (const FieldReader& field : request.by) {
        data.filterFields.push_back(field.info().key);
        ofMessages = ofMessages || field.info().ofMessages;
    }
    for (std::size_t i = 0; i < question.options.measures.size(); ++i) {
        auto field = findField(question.here, question.options.measures[i]);
        if (!field)
            continue;
        // For a record the field is the number of marked messages, for a message it is yes or no.
        const bool isShare = ofMessages && field->hasMarks();
        data.measures.push_back(isShare ? Measure{MeasureKind::Share}
                                        : measureOn(scaleAt(question.options, i)));
        request.means.push_back(std::move(*field));
    }
    data.tally = question.source.tally(request, question.filter, question.job);
    return data;
}

ReportData talliedLevels(const ReportQuestion& question)
{
    const auto& [snapshot, source, filter, options, job] = question;
    const RowSet& rows = filter.rowsHere();
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
    // A message that is in several groups was counted in each.
    if (data.tally.notJudged > 0 && mayBeInSeveral(field->info())) {
        data.tally.notJudged = 0;
        for (const TallyRow& level : tally(snapshot, rows, {{*measure}, {}, {}}, job).rows) {
            if (!numberOfLevel(level.values.front(), isShare))
                data.tally.notJudged += level.n;
        }
    }
    return data;
}

ReportData asCells(ReportData tallied)
{
    tallied.shape = ReportShape::Cells;
    tallied.figure = tallied.tally.means.empty() ? CellFigure::Count : CellFigure::Mean;
    return tallied;
}

namespace {

/// The distinct values on one side of the pairs, sorted.
std::vector<GroupValue> valuesOf(const Tally& tally, std::size_t side)
{
    std::vector<GroupValue> values;
    for (const TallyRow& row : tally.rows)
        values.push_back(row.values[side]);
    std::stable_sort(values.begin(), values.end(), comesBefore);
    values.erase(std::unique(values.begin(), values.end()), values.end());
    return values;
}

using Places = std::unordered_map<std::string_view, std::size_t>;

Places placesOf(const std::vector<GroupValue>& values)
{
    Places places;
    for (std::size_t i = 0; i < values.size(); ++i)
        places.emplace(values[i].text, i);
    return places;
}

} // namespace

std::uint64_t CellGrid::lineSum(std::size_t line) const
{
    std::uint64_t sum = 0;
    for (std::size_t column = 0; column < columns.size(); ++column)
        sum += at(line, column).n;
    return sum;
}

CellGrid CellGrid::of(const Tally& tally)
{
    CellGrid grid;
    if (tally.by.size() != 2)
        return grid;
    grid.lines = valuesOf(tally, 0);
    grid.columns = valuesOf(tally, 1);
    grid.cells = grid.cellsOf(tally);
    return grid;
}

std::vector<CellGrid::Cell> CellGrid::cellsOf(const Tally& tally) const
{
    std::vector<Cell> made(lines.size() * columns.size());
    const Places lineOf = placesOf(lines);
    const Places columnOf = placesOf(columns);
    for (const TallyRow& row : tally.rows) {
        const auto line = lineOf.find(row.values[0].text);
        const auto column = columnOf.find(row.values[1].text);
        if (line == lineOf.end() || column == columnOf.end())
            continue;
        Cell& cell = made[line->second * columns.size() + column->second];
        cell.n = row.n;
        if (!row.means.empty())
            cell.mean = row.means.front();
    }
    return made;
}

} // namespace duologue
