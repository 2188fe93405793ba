// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/util/text.h"
#include "tests/support/test_class.h"
#include "ui/charts/chart_axis.h"
#include "ui/widgets/category_picker.h"

#include <QTest>
#include <array>
#include <numeric>

using namespace duologue;
using namespace duologue::ui;

/// Which values a bar chart shows, and where.
class ChartAxisTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void valuesWithoutRatingsAreLeftOutAndCounted()
    {
        ReportData data = numbers({{1, 5}, {2, 7}, {3, 4}, {9, 2}});
        rate(data, {5, 3, 0, 0});
        const ChartAxis axis = axisOf(std::array<const ReportData*, 1>{&data});
        QCOMPARE(texts(axis), QStringLiteral("1 2"));
        QCOMPARE(axis.valuesLeftOut, std::size_t{2});
        // Without any rating, the values are all that can be shown.
        rate(data, {0, 0, 0, 0});
        const ChartAxis unrated = axisOf(std::array<const ReportData*, 1>{&data});
        QCOMPARE(texts(unrated), QStringLiteral("1 2 3 9"));
        QCOMPARE(unrated.valuesLeftOut, std::size_t{0});
    }

    void rareNumbersAtTheEndOfALongAxisAreJoined()
    {
        std::vector<std::pair<double, std::uint64_t>> counts;
        for (int turns = 1; turns <= 10; ++turns)
            counts.emplace_back(turns, 200);
        for (const int turns : {11, 12, 13, 15, 19, 48})
            counts.emplace_back(turns, 5);
        const ReportData data = numbers(counts);
        const ChartAxis axis = axisOf(std::array<const ReportData*, 1>{&data});
        QCOMPARE(texts(axis), QStringLiteral("1 2 3 4 5 6 7 8 9 10 ≥11"));
        QCOMPARE(axis.joined, std::size_t{6});
        // The figures are sums, and nothing is lost.
        const std::vector<BarFigures> figures = figuresOf(axis, data.tally, data.tally);
        QCOMPARE(figures.back().n, std::uint64_t{30});
        QCOMPARE(figures.back().total, std::uint64_t{30});
        const auto all =
            std::accumulate(figures.begin(), figures.end(), std::uint64_t{0},
                            [](std::uint64_t sum, const BarFigures& each) { return sum + each.n; });
        QCOMPARE(all, std::uint64_t{2030});
        // A click on it filters by the range, and the range selects it.
        const Query query = choiceQuery("turns", axis.values, {10});
        QCOMPARE(toText(query), std::string("turns:>=11"));
        QCOMPARE(chosenValues(query, "turns", axis.values), Choice{10});
        QCOMPARE(toText(choiceQuery("turns", axis.values, {9, 10}, ChoiceForm::Range)),
                 std::string("turns:>=10"));
    }

    /// The same in a table by two fields.
    void rareNumbersOfAGridAreJoined()
    {
        Tally all;
        all.by.resize(2);
        for (int turn = 1; turn <= 20; ++turn) {
            for (const char* intent : {"Ask", "Tell"})
                all.rows.push_back(
                    {{{numberText(turn), static_cast<double>(turn), {}, false}, {intent, {}, {}, false}},
                     turn <= 10 ? 500U : 2U,
                     {}});
        }
        Tally now = all;
        now.rows.erase(now.rows.begin(), now.rows.begin() + 30);
        joinTails(all, now);
        QCOMPARE(all.rows.size(), std::size_t{22});
        QCOMPARE(all.rows[20].values[0].text, std::string("≥11"));
        QCOMPARE(all.rows[20].n, std::uint64_t{20});
        QCOMPARE(now.rows.size(), std::size_t{2});
        QCOMPARE(now.rows[0].values[0].text, std::string("≥11"));
        QCOMPARE(now.rows[0].n, std::uint64_t{10});
        QCOMPARE(toText(choiceQuery("turn", std::vector<GroupValue>{all.rows[20].values[0]}, {0})),
                 std::string("turn:>=11"));
    }

    void shortAxesAndFrequentEndsStay()
    {
        // Ten numbers, of which the last are rare, as in the chart that the authors of RecLLMSim published.
        const ReportData few = numbers({{1, 1}, {2, 316}, {3, 575}, {4, 452}, {9, 6}, {10, 5}});
        QCOMPARE(axisOf(std::array<const ReportData*, 1>{&few}).joined, std::size_t{0});
        std::vector<std::pair<double, std::uint64_t>> even;
        for (int i = 1; i <= 20; ++i)
            even.emplace_back(i, 50);
        const ReportData many = numbers(even);
        QCOMPARE(axisOf(std::array<const ReportData*, 1>{&many}).joined, std::size_t{0});
        ReportData words;
        for (const char* word : {"a", "b"})
            words.tally.rows.push_back({{{word, {}, {}, false}}, 1, {}});
        QCOMPARE(texts(axisOf(std::array<const ReportData*, 1>{&words})), QStringLiteral("a b"));
    }

    void groupsHaveOneAxis()
    {
        const ReportData first = numbers({{2, 3}, {4, 1}});
        const ReportData second = numbers({{1, 1}, {4, 5}});
        const ChartAxis axis = axisOf(std::array<const ReportData*, 2>{&first, &second});
        QCOMPARE(texts(axis), QStringLiteral("1 2 4"));
        const std::vector<BarFigures> figures = figuresOf(axis, first.tally, first.tally);
        QCOMPARE(figures[0].total, std::uint64_t{0});
        QCOMPARE(figures[1].total, std::uint64_t{3});
    }

    void missingNumbersAreGaps()
    {
        const auto gaps = [](const std::vector<double>& all) {
            std::vector<GroupValue> values;
            for (const double number : all)
                values.push_back({numberText(number), number, {}, false});
            return gapsOf(values);
        };
        QCOMPARE(gaps({10, 11, 13, 15, 19, 48}),
                 (std::vector<AxisGap>{{}, {}, {1, false}, {1, false}, {3, false}, {1, true}}));
        QCOMPARE(gaps({0.5, 1, 4}), std::vector<AxisGap>(3));
        // The steps between doubles are not those between the numbers.
        QCOMPARE(gapsOf(std::vector<GroupValue>{{"9007199254740993", 9007199254740992.0, {}, false},
                                                {"9007199254740995", 9007199254740996.0, {}, false}}),
                 std::vector<AxisGap>(2));
        const std::vector<GroupValue> words{{"a", {}, {}, false}, {"b", {}, {}, false}};
        QCOMPARE(gapsOf(words), std::vector<AxisGap>(2));
    }

private:
    static ReportData numbers(const std::vector<std::pair<double, std::uint64_t>>& counts)
    {
        ReportData data;
        for (const auto& [number, n] : counts)
            data.tally.rows.push_back({{{numberText(number), number, {}, false}}, n, {}});
        return data;
    }

    /// Gives each value a mean of so many records.
    static void rate(ReportData& data, const std::vector<std::uint64_t>& counts)
    {
        data.tally.means.resize(1);
        for (std::size_t i = 0; i < counts.size(); ++i)
            data.tally.rows[i].means = {Mean{counts[i], static_cast<double>(counts[i]), 0}};
    }

    static QString texts(const ChartAxis& axis)
    {
        QStringList all;
        for (const GroupValue& value : axis.values)
            all << QString::fromStdString(value.text);
        return all.join(QLatin1Char(' '));
    }
};

DUOLOGUE_TEST(ChartAxisTest)
#include "chart_axis_test.moc"
