// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_class.h"
#include "ui/charts/bar_chart.h"
#include "ui/charts/report_view.h"

#include <QTest>
#include <array>

using namespace duologue;
using namespace duologue::ui;

/// The figures beside a chart.
class ReportTableTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void columnsGrowWithTheirFigures()
    {
        BarChartModel model;
        ReportTable table(model, nullptr);
        model.setReport(counted(1));
        const int narrow = table.columnWidth(BarChartModel::CountColumn);
        model.setReport(counted(123'456'789));
        const int wide = table.columnWidth(BarChartModel::CountColumn);
        QVERIFY(wide > narrow);
        QVERIFY(wide >= textWidth(table, model.index(0, BarChartModel::CountColumn)));
        // Columns keep their width when a filter makes the figures smaller.
        model.setReport(counted(1));
        QCOMPARE(table.columnWidth(BarChartModel::CountColumn), wide);
        QVERIFY(table.isColumnHidden(BarChartModel::TotalColumn));
    }

private:
    /// One value of a field that `n` conversations have.
    static CrossfilteredReportPtr counted(std::uint64_t n)
    {
        auto report = std::make_shared<CrossfilteredReport>();
        for (ReportData* data : {&report->all, &report->now}) {
            data->shape = ReportShape::Bars;
            data->tally.by.resize(1);
            data->tally.by.front().key = "task";
            data->tally.rows.resize(1);
            data->tally.rows.front().values.resize(1);
            data->tally.rows.front().values.front().text = "gifts";
            data->tally.rows.front().n = n;
        }
        const std::array<const ReportData*, 1> groups{&report->all};
        report->axis = axisOf(groups);
        return report;
    }

    static int textWidth(const ReportTable& table, const QModelIndex& index)
    {
        return table.fontMetrics().horizontalAdvance(index.data().toString());
    }
};

DUOLOGUE_TEST(ReportTableTest)
#include "report_table_test.moc"
