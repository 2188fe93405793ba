// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/cohort/comparison_tests.h"

#include "core/base/translatable.h"
#include "core/stats/inference/distributions.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace duologue {

namespace {

constexpr double kUntested = std::numeric_limits<double>::quiet_NaN();
constexpr double kUpper = 0.975;

double cliffsDelta(const NumberSummary& first, const NumberSummary& second)
{
    // Both lists are ascending, so that `below` only grows.
    double below = 0;
    double difference = 0;
    const auto n = static_cast<double>(first.mean.n);
    std::size_t i = 0;
    for (const auto& [value, count] : second.values) {
        for (; i < first.values.size() && first.values[i].first < value; ++i)
            below += static_cast<double>(first.values[i].second);
        const bool same = i < first.values.size() && first.values[i].first == value;
        const double above = n - below - (same ? static_cast<double>(first.values[i].second) : 0);
        difference += static_cast<double>(count) * (below - above);
    }
    return difference / (n * static_cast<double>(second.mean.n));
}

double cohensD(const Mean& first, const Mean& second)
{
    const auto n = static_cast<double>(first.n);
    const auto m = static_cast<double>(second.n);
    const double pooled = std::sqrt(
        ((n - 1) * std::pow(first.deviation(), 2) + (m - 1) * std::pow(second.deviation(), 2)) / (n + m - 2));
    return (second.mean() - first.mean()) / pooled;
}

/// Confidence interval of the difference, by Welch's t.
Interval welchInterval(const Mean& first, const Mean& second)
{
    if (first.n < 2 || second.n < 2)
        return {kUntested, kUntested};
    const double difference = second.mean() - first.mean();
    const auto n = static_cast<double>(first.n);
    const auto m = static_cast<double>(second.n);
    const double a = std::pow(first.deviation(), 2) / n;
    const double b = std::pow(second.deviation(), 2) / m;
    if (a + b == 0)
        return {difference, difference};
    // Degrees of freedom after Welch and Satterthwaite.
    const double degrees = std::pow(a + b, 2) / (a * a / (n - 1) + b * b / (m - 1));
    const double half = studentQuantile(kUpper, degrees) * std::sqrt(a + b);
    return {difference - half, difference + half};
}

using Counts = std::vector<std::vector<double>>;

/// Removes lines and columns that are empty.
Counts filled(const std::vector<std::vector<std::uint64_t>>& counts)
{
    std::vector<double> columns;
    for (const auto& line : counts) {
        columns.resize(std::max(columns.size(), line.size()));
        for (std::size_t i = 0; i < line.size(); ++i)
            columns[i] += static_cast<double>(line[i]);
    }
    Counts made;
    for (const auto& line : counts) {
        std::vector<double> kept;
        double sum = 0;
        for (std::size_t i = 0; i < line.size(); ++i) {
            if (columns[i] > 0)
                kept.push_back(static_cast<double>(line[i]));
            sum += static_cast<double>(line[i]);
        }
        if (sum > 0)
            made.push_back(std::move(kept));
    }
    return made;
}

void addChiSquare(ShareTest& test, const Counts& counts)
{
    std::vector<double> lines;
    std::vector<double> columns(counts.front().size());
    double all = 0;
    for (const auto& line : counts) {
        lines.push_back(0);
        for (std::size_t i = 0; i < line.size(); ++i) {
            lines.back() += line[i];
            columns[i] += line[i];
        }
        all += lines.back();
    }
    constexpr double kFew = 5;
    for (std::size_t k = 0; k < counts.size(); ++k) {
        for (std::size_t i = 0; i < columns.size(); ++i) {
            const double expected = lines[k] * columns[i] / all;
            test.smallCounts = test.smallCounts || expected < kFew;
            test.statistic += std::pow(counts[k][i] - expected, 2) / expected;
        }
    }
    test.name = TestName::ChiSquare;
    test.n = static_cast<std::uint64_t>(all);
    test.degrees = static_cast<double>((counts.size() - 1) * (columns.size() - 1));
    test.p = chiSquareTail(test.statistic, test.degrees);
    const auto shorter = static_cast<double>(std::min(counts.size(), columns.size()) - 1);
    test.cramersV = std::sqrt(test.statistic / (all * shorter));
}

} // namespace

std::string_view effectName(EffectSize effect)
{
    return effect == EffectSize::CliffsDelta ? DUOLOGUE_TEXT("Tests", "Cliff's delta")
                                             : DUOLOGUE_TEXT("Tests", "Cohen's d");
}

MeanDifference differenceOf(const NumberSummary& first, const NumberSummary& second)
{
    MeanDifference made;
    made.difference = second.mean.mean() - first.mean.mean();
    made.interval = welchInterval(first.mean, second.mean);
    if (first.hasValues && second.hasValues) {
        made.effect = EffectSize::CliffsDelta;
        made.size = first.mean.n == 0 || second.mean.n == 0 ? kUntested : cliffsDelta(first, second);
    } else {
        made.size = first.mean.n < 2 || second.mean.n < 2 ? kUntested : cohensD(first.mean, second.mean);
    }
    return made;
}

std::string_view testName(TestName name)
{
    switch (name) {
    case TestName::ChiSquare:
        return DUOLOGUE_TEXT("Tests", "chi-square");
    case TestName::Fisher:
        return DUOLOGUE_TEXT("Tests", "Fisher's exact");
    case TestName::None:
        break;
    }
    return {};
}

ShareTest shareTestOf(const std::vector<std::vector<std::uint64_t>>& counts)
{
    ShareTest test;
    const Counts table = filled(counts);
    if (table.size() < 2 || table.front().size() < 2)
        return test;
    addChiSquare(test, table);
    if (test.smallCounts && table.size() == 2 && table.front().size() == 2) {
        const auto at = [&table](std::size_t line, std::size_t column) {
            return static_cast<std::uint64_t>(table[line][column]);
        };
        test.name = TestName::Fisher;
        test.p = fisherExact({at(0, 0), at(0, 1), at(1, 0), at(1, 1)});
        test.statistic = kUntested;
        test.degrees = kUntested;
        test.smallCounts = false;
    }
    return test;
}

} // namespace duologue
