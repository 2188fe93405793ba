// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/query_parser.h"
#include "tests/support/agent_record.h"
#include "tests/support/load.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"
#include "ui/charts/bar_chart.h"

#include <QAbstractItemModelTester>
#include <QItemSelectionModel>
#include <QSignalSpy>
#include <QTest>

using namespace duologue;
using namespace duologue::ui;

class BarChartModelTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        const test::TempFolder folder;
        const auto add = [&folder](int turns, const std::string& task, double score, bool rated = true) {
            static int number = 0;
            auto record = test::AgentRecord::ofTurns(turns);
            record.task = task;
            record.ratings = {{"Other", 1}};
            if (rated)
                record.ratings["Score"] = score;
            folder.write("LLM_agent_user/" + task + "/" + std::to_string(number++) + ".json", record.json());
        };
        add(1, "gifts", 2);
        add(2, "gifts", 0);
        add(2, "gifts", 1);
        add(2, "travel", 2);
        add(10, "travel", 2);
        add(10, "travel", 0, false);
        m_snapshot = test::load({folder.path()});
        QCOMPARE(m_snapshot->recordCount(), 6U);
    }

    void everyValueHasItsFigures()
    {
        BarChartModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setReport(made({}));
        QCOMPARE(model.rowCount(), 3);
        QCOMPARE(model.columnCount(), static_cast<int>(BarChartModel::FirstMeanColumn) + 1);
        // Two conversations have ten turns, and one of them is rated: the bar is of one.
        QCOMPARE(text(model, 2, BarChartModel::CountColumn), QStringLiteral("1"));
        QCOMPARE(text(model, 0, BarChartModel::ValueColumn), QStringLiteral("1"));
        QCOMPARE(text(model, 2, BarChartModel::ValueColumn), QStringLiteral("10"));
        QCOMPARE(text(model, 1, BarChartModel::CountColumn), QStringLiteral("3"));
        QCOMPARE(text(model, 1, BarChartModel::FirstMeanColumn), QStringLiteral("1.00"));
        const QModelIndex ten = model.index(2, BarChartModel::FirstMeanColumn);
        QCOMPARE(ten.data().toString(), QStringLiteral("2.00"));
        QCOMPARE(ten.data(BarChartModel::MissingRole).toULongLong(), qulonglong{1});
        QVERIFY(ten.data(Qt::ToolTipRole).toString().startsWith(QStringLiteral("n 1, missing 1 of 2")));
        QCOMPARE(model.index(1, BarChartModel::FirstMeanColumn).data(BarChartModel::DeviationRole).toDouble(),
                 1.0);
        QCOMPARE(model.headerData(BarChartModel::ValueColumn, Qt::Horizontal).toString(),
                 QStringLiteral("Turns"));
        QCOMPARE(model.headerData(BarChartModel::FirstMeanColumn, Qt::Horizontal).toString(),
                 QStringLiteral("Score"));
    }

    void filtersChangeFiguresNotRows()
    {
        BarChartModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        const auto all = made({});
        model.setReport(all);
        QItemSelectionModel selection(&model);
        selection.select(model.index(2, 0), QItemSelectionModel::Select | QItemSelectionModel::Rows);
        QSignalSpy resets(&model, &QAbstractItemModel::modelReset);
        model.setReport(made("task:gifts", all));
        QCOMPARE(model.rowCount(), 3);
        QCOMPARE(text(model, 1, BarChartModel::CountColumn), QStringLiteral("2"));
        QCOMPARE(text(model, 1, BarChartModel::TotalColumn), QStringLiteral("3"));
        QCOMPARE(text(model, 1, BarChartModel::FirstMeanColumn), QStringLiteral("0.50"));
        QCOMPARE(text(model, 2, BarChartModel::CountColumn), QStringLiteral("0"));
        QCOMPARE(text(model, 2, BarChartModel::FirstMeanColumn), QStringLiteral("–"));
        QCOMPARE(resets.size(), 0);
        QVERIFY(selection.isRowSelected(2));
        model.setReport(nullptr);
        QCOMPARE(model.rowCount(), 0);
        QCOMPARE(resets.size(), 1);
    }

    void theScaleComesFromSingleValuesOfAllRows()
    {
        const auto report = made("turns:2 task:gifts");
        QCOMPARE(report->lowest, 0.0);
        QCOMPARE(report->highest, 2.0);
        for (const TallyRow& row : report->all.tally.rows) {
            const Interval interval = intervalOf(row.means.front(), report->all.measures.front());
            QVERIFY(!interval.isKnown() || (interval.low >= 0 && interval.high <= 2));
        }
        QCOMPARE(report->left, std::uint64_t{2});
    }

    void anInvalidQueryGivesNothing()
    {
        QVERIFY(made("nosuchfield:1") == nullptr);
        std::stop_source stop;
        stop.request_stop();
        QVERIFY(crossfilteredReports({request({})}, {}, Job(stop.get_token())).empty());
    }

private:
    ReportRequest request(std::string_view query) const
    {
        ReportRequest asked;
        asked.snapshot = m_snapshot;
        asked.report = &reports().front();
        asked.options.measures = {"rating.score", "rating.unknown"};
        asked.options = chosenOptions(*asked.report, *m_snapshot, asked.options);
        asked.others = parseQuery(query).value();
        return asked;
    }

    CrossfilteredReportPtr made(std::string_view query, const CrossfilteredReportPtr& before = {}) const
    {
        const auto reports = crossfilteredReports({request(query)}, {before}, Job());
        return reports.empty() ? nullptr : reports.front();
    }

    static QString text(const BarChartModel& model, int row, int column)
    {
        return model.index(row, column).data().toString();
    }

    SnapshotPtr m_snapshot;
};

DUOLOGUE_TEST(BarChartModelTest)
#include "bar_chart_model_test.moc"
