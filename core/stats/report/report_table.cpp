// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/report/report_table.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <initializer_list>
#include <unordered_map>

namespace duologue {

namespace {

/// Writes small values with an exponent: 0.0000 would look like zero.
std::string probability(double value)
{
    constexpr double kSmall = 0.001;
    if (std::isnan(value) || value >= kSmall || value == 0)
        return fourDecimals(value);
    std::array<char, 32> buffer{};
    const auto end =
        std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::scientific, 2)
            .ptr;
    return {buffer.data(), end};
}

void addMeanColumns(TextTable& table, const FieldInfo& field)
{
    table.columns.push_back({field.title, true});
    for (const char* part : {" n", " sd", " low", " high"})
        table.columns.push_back({field.title + part, true});
}

/// Figures that are computed from each other, without what rounding leaves of 0.
void addFigures(std::vector<std::string>& cells, std::initializer_list<double> values, double scale = 0)
{
    for (const double value : values)
        scale = std::isfinite(value) ? std::max(scale, std::abs(value)) : scale;
    for (const double value : values)
        cells.push_back(fourDecimals(withoutNoise(value, scale)));
}

void addMean(std::vector<std::string>& cells, const Mean& mean, const Measure& measure)
{
    const Interval interval = intervalOf(mean, measure);
    cells.push_back(fourDecimals(mean.mean()));
    cells.push_back(std::to_string(mean.n));
    addFigures(cells, {mean.deviation(), interval.low, interval.high}, std::abs(mean.mean()));
}

TextTable tallyTable(const ReportData& data)
{
    const Tally& tally = data.tally;
    const bool hasShares = data.shape == ReportShape::Cells && data.figure == CellFigure::ShareOfLine;
    TextTable table;
    for (const FieldInfo& field : tally.by)
        table.columns.push_back({field.key, field.kind == FieldKind::Number && !field.ofMessages});
    table.columns.push_back({tally.ofMessages ? "messages" : "n", true});
    for (const char* column : {"share", "low", "high"}) {
        if (hasShares)
            table.columns.push_back({column, true});
    }
    for (const FieldInfo& field : tally.means)
        addMeanColumns(table, field);
    std::unordered_map<std::string, std::uint64_t> sums;
    for (auto& [value, sum] : lineSums(tally))
        sums.emplace(value, sum);
    for (const TallyRow& row : tally.rows) {
        std::vector<std::string> cells;
        for (const GroupValue& value : row.values)
            cells.push_back(value.text);
        cells.push_back(std::to_string(row.n));
        if (hasShares) {
            const auto n = static_cast<double>(row.n);
            const auto sum = static_cast<double>(sums[row.values.front().text]);
            const Interval interval = wilsonInterval(n, sum);
            for (const double value : {n / sum, interval.low, interval.high})
                cells.push_back(fourDecimals(value));
        }
        for (std::size_t i = 0; i < row.means.size(); ++i)
            addMean(cells, row.means[i], data.measures[i]);
        table.rows.push_back(std::move(cells));
    }
    return table;
}

/// A line for each field, value and cohort, with the columns of kColumns.
class ComparisonTable {
public:
    explicit ComparisonTable(const CohortComparison& comparison) : m_comparison(comparison) {}

    TextTable made()
    {
        for (const auto& [title, isFigure] : kColumns)
            m_table.columns.push_back({title, isFigure});
        addSizes("records", m_comparison.records);
        addSizes("messages in all", m_comparison.messages);
        if (m_comparison.shared > 0) {
            m_table.rows.push_back({"records in several", {}, {}, std::to_string(m_comparison.shared)});
            finish(m_table.rows.back());
        }
        for (const NumberComparison& number : m_comparison.numbers)
            addNumber(number);
        for (const CategoryComparison& category : m_comparison.categories)
            addCategory(category);
        return std::move(m_table);
    }

private:
    static constexpr std::array<std::pair<const char*, bool>, 17> kColumns{{{"field", false},
                                                                            {"value", false},
                                                                            {"cohort", false},
                                                                            {"n", true},
                                                                            {"mean", true},
                                                                            {"sd", true},
                                                                            {"low", true},
                                                                            {"high", true},
                                                                            {"difference", true},
                                                                            {"difference low", true},
                                                                            {"difference high", true},
                                                                            {"effect", false},
                                                                            {"size", true},
                                                                            {"test", false},
                                                                            {"statistic", true},
                                                                            {"df", true},
                                                                            {"p", true}}};

    std::vector<std::string>& addLine(const std::string& field, const std::string& value, std::size_t cohort)
    {
        m_table.rows.push_back({field, value, m_comparison.names[cohort]});
        return m_table.rows.back();
    }

    void finish(std::vector<std::string>& line) const { line.resize(m_table.columns.size()); }

    void addSizes(const std::string& field, const std::vector<std::uint64_t>& sizes)
    {
        for (std::size_t i = 0; i < sizes.size(); ++i) {
            auto& line = addLine(field, {}, i);
            line.push_back(std::to_string(sizes[i]));
            finish(line);
        }
    }

    void addNumber(const NumberComparison& number)
    {
        for (std::size_t i = 0; i < number.means.size(); ++i) {
            const Mean& mean = number.means[i];
            const Interval interval = intervalOf(mean, number.measure);
            auto& line = addLine(number.field.key, {}, i);
            line.push_back(std::to_string(mean.n));
            addFigures(line, {mean.mean(), mean.deviation(), interval.low, interval.high});
            if (i > 0) {
                const MeanDifference& apart = number.differences[i];
                addFigures(line, {apart.difference, apart.interval.low, apart.interval.high},
                           std::abs(mean.mean()));
                line.emplace_back(effectName(apart.effect));
                line.push_back(fourDecimals(withoutNoise(apart.size, 1)));
            }
            finish(line);
        }
    }

    void addCategory(const CategoryComparison& category)
    {
        for (std::size_t k = 0; k < category.values.size(); ++k) {
            for (std::size_t i = 0; i < category.totals.size(); ++i) {
                const auto n = static_cast<double>(category.counts[k][i]);
                const auto total = static_cast<double>(category.totals[i]);
                const Interval interval = wilsonInterval(n, total);
                auto& line = addLine(category.field.key, category.values[k], i);
                line.push_back(std::to_string(category.counts[k][i]));
                line.push_back(fourDecimals(n / total));
                line.emplace_back();
                line.push_back(fourDecimals(interval.low));
                line.push_back(fourDecimals(interval.high));
                finish(line);
            }
        }
        if (category.test.name == TestName::None)
            return;
        std::vector<std::string> line{category.field.key, "all values", "all cohorts"};
        line.push_back(std::to_string(category.test.n));
        line.resize(kEffectColumn);
        line.emplace_back("Cramér's V");
        line.push_back(fourDecimals(withoutNoise(category.test.cramersV, 1)));
        line.emplace_back(testName(category.test.name));
        line.push_back(fourDecimals(withoutNoise(category.test.statistic, 1)));
        line.push_back(std::isnan(category.test.degrees)
                           ? std::string()
                           : std::to_string(static_cast<std::uint64_t>(category.test.degrees)));
        line.push_back(probability(category.test.p));
        m_table.rows.push_back(std::move(line));
    }

    static constexpr std::size_t kEffectColumn = 11;

    const CohortComparison& m_comparison;
    TextTable m_table;
};

} // namespace

std::vector<std::pair<std::string, std::uint64_t>> lineSums(const Tally& cells)
{
    std::vector<std::pair<std::string, std::uint64_t>> sums;
    for (const TallyRow& row : cells.rows) {
        const std::string& value = row.values.front().text;
        if (sums.empty() || sums.back().first != value)
            sums.emplace_back(value, 0);
        sums.back().second += row.n;
    }
    return sums;
}

TextTable tableOf(const ReportData& data)
{
    return data.shape == ReportShape::Comparison ? ComparisonTable(data.comparison).made() : tallyTable(data);
}

} // namespace duologue
