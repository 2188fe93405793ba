// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/report_json.h"

#include "core/analysis/report_table.h"
#include "core/export/conversation_text.h"
#include "core/util/numbers.h"

#include <cmath>
#include <nlohmann/json.hpp>
#include <unordered_map>

namespace duologue::cli {

namespace {

using Json = nlohmann::ordered_json;

Json number(double value)
{
    return std::isfinite(value) ? Json(value) : Json();
}

Json valueJson(const GroupValue& value)
{
    // A number that is written as text may be written in other ways ("+4").
    const bool isOneNumber =
        value.number && !value.end && std::isfinite(*value.number) && value.text == numberText(*value.number);
    if (value.number && !value.end && isKeptAsDigits(value.text) && value.text == plainDecimal(value.text))
        return digitsJson(value.text);
    return isOneNumber ? Json::parse(value.text) : Json(value.text);
}

/// A name that no member of the object has: fields may have the same title, or be called like a figure.
std::string freeName(const Json& object, const std::string& name)
{
    std::string free = name;
    for (int number = 2; object.contains(free); ++number)
        free = name + "_" + std::to_string(number);
    return free;
}

/// The members of a group that come before its means.
Json groupJson(const Tally& tally, const TallyRow& row)
{
    const std::string count = tally.ofMessages ? "messages" : "n";
    Json made;
    for (std::size_t i = 0; i < row.values.size(); ++i) {
        const std::string& key = tally.by[i].key;
        made[freeName(made, key == count ? key + "_2" : key)] = valueJson(row.values[i]);
    }
    made[count] = row.n;
    return made;
}

Json intervalJson(const Interval& interval, std::string_view method)
{
    return {{"low", number(interval.low)}, {"high", number(interval.high)}, {"method", method}};
}

Json meanJson(const Mean& mean, const Measure& measure)
{
    return {{"mean", number(mean.mean())},
            {"n", mean.n},
            {"sd", number(mean.deviation())},
            {"interval", intervalJson(intervalOf(mean, measure), methodName(measure.kind))}};
}

Json tallyJson(const ReportData& data)
{
    std::unordered_map<std::string, std::uint64_t> sums;
    for (auto& [value, sum] : lineSums(data.tally))
        sums.emplace(value, sum);
    const bool hasShares = data.shape == ReportShape::Cells && data.figure == CellFigure::ShareOfLine;
    Json rows = Json::array();
    for (const TallyRow& row : data.tally.rows) {
        Json made = groupJson(data.tally, row);
        if (hasShares) {
            const auto n = static_cast<double>(row.n);
            const auto sum = static_cast<double>(sums[row.values.front().text]);
            made["share"] = {
                {"share", number(n / sum)},
                {"interval", intervalJson(wilsonInterval(n, sum), methodName(MeasureKind::Share))}};
        }
        for (std::size_t i = 0; i < row.means.size(); ++i)
            made[freeName(made, data.tally.means[i].title)] = meanJson(row.means[i], data.measures[i]);
        rows.push_back(std::move(made));
    }
    return rows;
}

Json numberJson(const NumberComparison& comparison)
{
    Json made{{"field", comparison.field.key}, {"cohorts", Json::array()}};
    for (std::size_t i = 0; i < comparison.means.size(); ++i) {
        Json cohort = meanJson(comparison.means[i], comparison.measure);
        if (i > 0) {
            const MeanDifference& apart = comparison.differences[i];
            cohort["difference"] = {{"from first", number(apart.difference)},
                                    {"interval", intervalJson(apart.interval, "Welch t")},
                                    {"effect", effectName(apart.effect)},
                                    {"size", number(apart.size)}};
        }
        made["cohorts"].push_back(std::move(cohort));
    }
    return made;
}

Json categoryJson(const CategoryComparison& comparison)
{
    Json values = Json::array();
    for (std::size_t i = 0; i < comparison.values.size(); ++i)
        values.push_back({{"value", comparison.values[i]}, {"counts", comparison.counts[i]}});
    Json made{{"field", comparison.field.key}, {"totals", comparison.totals}, {"values", std::move(values)}};
    const ShareTest& test = comparison.test;
    if (test.name != TestName::None)
        made["test"] = {{"name", testName(test.name)},
                        {"n", test.n},
                        {"statistic", number(test.statistic)},
                        {"df", number(test.degrees)},
                        {"p", number(test.p)},
                        {"Cramér's V", number(test.cramersV)},
                        {"expected below 5", test.smallCounts}};
    return made;
}

Json comparisonJson(const CohortComparison& comparison)
{
    Json made{{"cohorts", Json::array()},
              {"shared_records", comparison.shared},
              {"values_not_compared", comparison.otherValues},
              {"numbers", Json::array()},
              {"categories", Json::array()}};
    for (std::size_t i = 0; i < comparison.names.size(); ++i)
        made["cohorts"].push_back({{"name", comparison.names[i]},
                                   {"records", comparison.records[i]},
                                   {"messages", comparison.messages[i]}});
    for (const NumberComparison& each : comparison.numbers)
        made["numbers"].push_back(numberJson(each));
    for (const CategoryComparison& each : comparison.categories)
        made["categories"].push_back(categoryJson(each));
    return made;
}

} // namespace

Json toJson(const Tally& tally)
{
    Json rows = Json::array();
    for (const TallyRow& row : tally.rows) {
        Json made = groupJson(tally, row);
        for (std::size_t i = 0; i < row.means.size(); ++i) {
            const Mean& mean = row.means[i];
            made[freeName(made, tally.means[i].title)] = {{"mean", mean.n == 0 ? Json() : Json(mean.mean())},
                                                          {"n", mean.n}};
        }
        rows.push_back(std::move(made));
    }
    return rows;
}

Json toJson(const ReportData& data)
{
    return data.shape == ReportShape::Comparison ? comparisonJson(data.comparison) : tallyJson(data);
}

} // namespace duologue::cli
