// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/real_data.h"
#include "tests/support/test_class.h"
#include "ui/app/settings.h"
#include "ui/app/workspace.h"
#include "ui/charts/chart_canvas.h"
#include "ui/charts/report_view.h"
#include "ui/table/record_table_view.h"
#include "ui/window/panels.h"

#include <QTest>
#include <QVBoxLayout>

using namespace duologue;
using namespace duologue::ui;

/// The chart that the dataset's authors published, and the table after a click on it.
class RealChartTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void clickingFourTurnsShowsItsConversations()
    {
        DUOLOGUE_NEEDS_REAL_DATA(data, "RecLLMSim/LLM_agent_user");
        storeSetting(QStringLiteral("charts/shown"), QVariant());
        Workspace workspace;
        QWidget window;
        auto* layout = new QVBoxLayout(&window);
        auto* records = new RecordTableView(workspace, &window);
        layout->addWidget(records);
        for (const PanelSpec& spec : panels()) {
            if (spec.id == QStringLiteral("charts"))
                layout->addWidget(spec.create(workspace, &window));
        }
        window.resize(1000, 700);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        workspace.open({QString::fromStdString(data->string())});

        auto* canvas = window.findChild<ChartCanvas*>();
        auto* table = window.findChild<ReportTable*>();
        const auto rows = [&] { return records->model()->rowCount(); };
        constexpr int kLoading = 30000;
        QTRY_COMPARE_WITH_TIMEOUT(rows(), 1856, kLoading);
        QTRY_COMPARE(printed(*table), figure());
        QTRY_VERIFY(canvas->isVisible() && canvas->columnRect(3).width() > 20);
        QCOMPARE(canvas->content().categories.at(3).marks.front().spoken,
                 QStringLiteral("turns 4, mean 1.60, 452 conversations, Preference Alignment"));

        const QPoint four = canvas->columnRect(3).center();
        QTest::mouseClick(canvas, Qt::LeftButton, {}, four);
        QTRY_COMPARE(rows(), 452);
        QCOMPARE(toText(workspace.query()), std::string("turns:4"));
        QCOMPARE(printed(*table), figure());
        QTest::mouseClick(canvas, Qt::LeftButton, {}, four);
        QTRY_COMPARE(rows(), 1856);
    }

private:
    static QStringList figure()
    {
        return {QStringLiteral("1 1 1.00 1.00"),   QStringLiteral("2 316 1.21 1.29"),
                QStringLiteral("3 575 1.35 1.64"), QStringLiteral("4 452 1.60 1.64"),
                QStringLiteral("5 279 1.71 1.61"), QStringLiteral("6 138 1.80 1.72"),
                QStringLiteral("7 69 1.75 1.71"),  QStringLiteral("8 15 1.87 1.73"),
                QStringLiteral("9 6 1.67 1.33"),   QStringLiteral("10 5 1.60 1.20")};
    }

    /// The shown columns of the table.
    static QStringList printed(const ReportTable& table)
    {
        QStringList lines;
        for (int row = 0; row < table.model()->rowCount(); ++row) {
            QStringList cells;
            for (int column = 0; column < table.model()->columnCount(); ++column) {
                if (!table.isColumnHidden(column))
                    cells << table.model()->index(row, column).data().toString();
            }
            lines << cells.join(QLatin1Char(' '));
        }
        return lines;
    }
};

DUOLOGUE_TEST(RealChartTest)
#include "real_chart_test.moc"
