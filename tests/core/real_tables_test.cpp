// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/report.h"
#include "core/analysis/report_table.h"
#include "tests/support/load.h"
#include "tests/support/print.h"
#include "tests/support/real_data.h"
#include "tests/support/test_class.h"

#include <cmath>

using namespace duologue;
using namespace duologue::test;

/// The tables published by the dataset's authors, restricted to the available data. A separate program
/// counted the expected figures. Skipped if the data is not installed.
class RealTablesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        DUOLOGUE_NEEDS_REAL_DATA(folder, "RecLLMSim");
        m_all = load({*folder});
    }

    void qualityByModelAndGroup()
    {
        const std::vector<std::string> ratings{"Detail Level", "Practical Usefulness", "Diversity"};
        QCOMPARE(table({"chat_model"}, ratings),
                 std::string("chat_model,n,Detail Level,Practical Usefulness,Diversity\n"
                             "gpt-4-turbo-preview,80,1.6250,1.3875,1.6000\n"));
        QCOMPARE(table({"group"}, ratings),
                 std::string("group,n,Detail Level,Practical Usefulness,Diversity\n"
                             "LLM_agent_user,1856,1.8734,1.8195,1.6137\n"
                             "real_human_user,80,1.6250,1.3875,1.6000\n"));
    }

    void countsTurnsAndLengthByTaskAndGroup()
    {
        QCOMPARE(table({"task", "group"}, {"turns", "length"}),
                 std::string("task,group,n,Turns,Length\n"
                             "new travel planning,LLM_agent_user,199,5.0151,11838.1910\n"
                             "preparing gifts,LLM_agent_user,474,3.2173,4368.7236\n"
                             "preparing gifts,real_human_user,19,5.1579,3657.0526\n"
                             "recipe planning,LLM_agent_user,352,4.1420,6523.3324\n"
                             "recipe planning,real_human_user,16,4.5625,3057.5000\n"
                             "skills learning planning,LLM_agent_user,473,2.8076,6798.3552\n"
                             "skills learning planning,real_human_user,21,5.1429,6876.7143\n"
                             "travel planning,LLM_agent_user,358,4.9916,10260.5084\n"
                             "travel planning,real_human_user,24,6.6250,6233.1667\n"));
    }

    void behaviour()
    {
        QCOMPARE(table({"strategy_v3.final.feedback"}, {}),
                 std::string(
                     "strategy_v3.final.feedback,n\nBoth,20\nNegative,15\nNoFeedback,49\nPositive,1852\n"));
        QCOMPARE(
            table({"strategy_v2.final.order"}, {}),
            std::string(
                "strategy_v2.final.order,n\nBreadth,248\nBreadthDepth,1629\nDepth,6\nDepthBreadth,53\n"));
        QCOMPARE(table({"strategy.final.information_request"}, {}),
                 std::string("strategy.final.information_request,n\nPlanning,1776\nSequential,160\n"));
        QCOMPARE(table({"strategy.final.context"}, {}),
                 std::string("strategy.final.context,n\nHigh,877\nLow,1059\n"));
    }

    void agentsAgainstHumans()
    {
        ReportOptions options;
        options.field = "group";
        options.measures = {"rating.detail_level", "task"};
        const CohortComparison made = computed("cohorts", options).comparison;
        const MeanDifference& apart = made.numbers.front().differences[1];
        const auto near = [](double value, double wanted) { return std::abs(value - wanted) < 1e-9; };
        QVERIFY(near(apart.difference, -0.24838362068965525));
        QVERIFY(near(apart.interval.low, -0.3740801349313135));
        QVERIFY(near(apart.interval.high, -0.12268710644799702));
        QVERIFY(near(apart.size, -0.22539735991379312));
        const ShareTest& test = made.categories.front().test;
        QCOMPARE(test.name, TestName::ChiSquare);
        QVERIFY(near(test.statistic, 13.194179535209322));
        QCOMPARE(test.degrees, 4.0);
        QVERIFY(near(test.p, 0.010364958686562818));
    }

    void transitions()
    {
        std::uint64_t toRecommendation = 0;
        std::uint64_t others = 0;
        for (const TallyRow& row : computed("intent-transitions", {}).tally.rows) {
            if (row.values[0].text == "Planning" && row.values[1].text == "Recommendation")
                toRecommendation = row.n;
            if (row.values[0].text == "Others" && row.values[1].text == "Others")
                others = row.n;
        }
        QCOMPARE(toRecommendation, std::uint64_t{735});
        QCOMPARE(others, std::uint64_t{596});
    }

    void hallucinations()
    {
        const auto marked = [this](std::string_view id) {
            double sum = 0;
            for (const TallyRow& row : computed(id, {}).tally.rows)
                sum += row.means.front().sum;
            return sum;
        };
        QCOMPARE(marked("hallucination-by-turn"), 66.0);
        // The sum is larger: an answer to a message with two intents counts for both.
        QCOMPARE(marked("hallucination-by-intent"), 76.0);
    }

private:
    ReportData computed(std::string_view id, const ReportOptions& asked) const
    {
        const ReportSpec& report = *findReport(id);
        return reportOf(report, *m_all, RowSet(m_all->recordCount(), true),
                        complete(report, *m_all, asked, Job()), Job());
    }

    std::string table(const std::vector<std::string>& by, const std::vector<std::string>& means) const
    {
        const auto readers = [&](const std::vector<std::string>& names) {
            std::vector<FieldReader> fields;
            for (const std::string& name : names)
                fields.push_back(*findField(*m_all, name));
            return fields;
        };
        return formatTable(
            tableOf(tally(*m_all, RowSet(m_all->recordCount(), true), {readers(by), readers(means)}, Job())),
            TableFormat::Csv);
    }

    SnapshotPtr m_all;
};

DUOLOGUE_TEST(RealTablesTest)
#include "real_tables_test.moc"
