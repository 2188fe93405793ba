// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/bins.h"
#include "core/analysis/report.h"
#include "tests/support/agent_record.h"
#include "tests/support/load.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace duologue;

/// The ends of the scales of ratings, as axes and intervals use them.
class ValueScaleTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void scalesComeFromAllValues()
    {
        const test::TempFolder folder;
        const std::vector<std::map<std::string, double>> all{
            {{"Low", 1}, {"Long", 2}, {"Share", 0.2}, {"Signed", -1}, {"Top", 2}, {"Half", 3.5}},
            {{"Low", 1}, {"Long", 5}, {"Share", 0.9}, {"Signed", 1.5}, {"Top", 2}, {"Half", 4}}};
        for (std::size_t i = 0; i < all.size(); ++i) {
            auto record = test::AgentRecord::ofTurns(2);
            record.ratings = all[i];
            folder.write("LLM_agent_user/t/" + std::to_string(i) + ".json", record.json());
        }
        const SnapshotPtr snapshot = test::load({folder.path()});
        const auto scale = [&](const char* key) {
            return scaleOf(*snapshot, *findField(*snapshot, key), Job());
        };
        QCOMPARE(scale("rating.low"), (ValueScale{0, 1}));
        QCOMPARE(scale("rating.long"), (ValueScale{1, 5}));
        QCOMPARE(scale("rating.share"), (ValueScale{0, 1}));
        QCOMPARE(scale("rating.signed"), (ValueScale{-1, 2}));
        QCOMPARE(scale("rating.top"), (ValueScale{0, 2}));
        QCOMPARE(scale("rating.half"), (ValueScale{0, 4}));
        // Known, although no message has one.
        QCOMPARE(scale("satisfaction"), (ValueScale{1, 5}));
        QVERIFY(!scale("turns").isKnown());
        QVERIFY(!scale("task").isKnown());
    }

    void reportsUseTheScaleOfTheWholeDataset()
    {
        const test::TempFolder folder;
        for (int i = 0; i < 6; ++i) {
            auto record = test::AgentRecord::ofTurns(1 + i % 2);
            record.ratings = {{"Score", i % 2 == 0 ? 0 : 2}};
            folder.write("LLM_agent_user/t/" + std::to_string(i) + ".json", record.json());
        }
        const SnapshotPtr snapshot = test::load({folder.path()});
        const ReportSpec& report = *findReport("rating-by-turns");
        const ReportOptions options = complete(report, *snapshot, {}, Job());
        RowSet some(snapshot->recordCount());
        some.add(Row{0});
        const ReportData data = reportOf(report, *snapshot, some, options, Job());
        QCOMPARE(data.measures, (std::vector<Measure>{{MeasureKind::Rating, {0, 2}}}));
    }
};

DUOLOGUE_TEST(ValueScaleTest)
#include "value_scale_test.moc"
