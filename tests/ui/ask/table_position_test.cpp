// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/agent_record.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"
#include "ui/app/workspace.h"
#include "ui/table/record_table_view.h"

#include <QHeaderView>
#include <QTest>
#include <filesystem>
#include <string>

using namespace duologue;
using namespace duologue::ui;

/// The current record stays visible when the rows of the table change.
class TablePositionTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void currentRowStaysVisible();
    void firstRowReplacesAMissingCurrentRow();
    void rowNumbersFit();

private:
    static constexpr int kRecords = 300;
    static constexpr int kLong = 200;

    bool seesCurrent(const RecordTableView& table) const
    {
        const QModelIndex current = table.currentIndex();
        return current.isValid() &&
               table.viewport()->rect().contains(table.visualRect(current.siblingAtColumn(0)).center());
    }

    std::unique_ptr<Workspace> m_workspace;
    test::TempFolder m_folder;
};

void TablePositionTest::init()
{
    std::string lines;
    for (int i = 0; i < kRecords; ++i)
        lines += test::AgentRecord::ofTurns(i == kLong ? 7 : 1).json() + "\n";
    m_workspace = std::make_unique<Workspace>();
    m_workspace->open({QString::fromStdString(m_folder.write("a.jsonl", lines).string())});
    QTRY_COMPARE(m_workspace->view()->order.size(), std::size_t{kRecords});
}

void TablePositionTest::currentRowStaysVisible()
{
    RecordTableView table(*m_workspace, nullptr);
    table.resize(600, 200);
    table.show();
    QTRY_COMPARE(table.currentIndex().row(), 0);
    QVERIFY(seesCurrent(table));
    m_workspace->setQueryText(QStringLiteral("turns:7"));
    QTRY_COMPARE(m_workspace->currentRow(), std::optional(Row{kLong}));
    m_workspace->setQueryText(QString());
    QTRY_COMPARE(table.model()->rowCount(), kRecords);
    QCOMPARE(table.currentIndex().row(), kLong);
    QTRY_VERIFY(seesCurrent(table));
}

void TablePositionTest::firstRowReplacesAMissingCurrentRow()
{
    const test::TempFolder folder;
    // The row of the longest conversation changes when one before it is deleted.
    int name = 1;
    for (const int turns : {1, 4, 2, 3})
        folder.write(std::to_string(name++) + ".json", test::AgentRecord::ofTurns(turns).json());
    RecordTableView table(*m_workspace, nullptr);
    table.resize(600, 200);
    table.show();
    m_workspace->open({QString::fromStdString(folder.path().string())});
    QTRY_COMPARE(m_workspace->view()->order.size(), std::size_t{4});
    QTRY_VERIFY(!m_workspace->isLoading());
    m_workspace->setSort({"turns", true});
    QTRY_COMPARE(m_workspace->view()->sort.field, std::string("turns"));
    m_workspace->setCurrentRow(Row{0});
    QTRY_VERIFY(m_workspace->current() && m_workspace->current()->row == Row{0});
    std::filesystem::remove(folder.path() / "1.json");
    QTRY_COMPARE(m_workspace->snapshot().recordCount(), 3U);
    QCOMPARE(m_workspace->currentRow(), std::optional<Row>(m_workspace->view()->order.front()));
    QTRY_COMPARE(table.currentIndex().row(), 0);
}

void TablePositionTest::rowNumbersFit()
{
    RecordTableView table(*m_workspace, nullptr);
    table.resize(600, 200);
    table.show();
    const QHeaderView& numbers = *table.verticalHeader();
    const auto widthOf = [&numbers](const char* text) {
        return numbers.fontMetrics().horizontalAdvance(QLatin1String(text));
    };
    m_workspace->setQueryText(QStringLiteral("turns:7"));
    QTRY_COMPARE(numbers.count(), 1);
    QTRY_VERIFY(numbers.width() > widthOf("1"));
    const int narrow = numbers.width();
    m_workspace->setQueryText(QString());
    QTRY_COMPARE(numbers.count(), kRecords);
    QVERIFY(numbers.sizeHint().width() >= numbers.QHeaderView::sizeHint().width());
    QTRY_VERIFY(numbers.width() > narrow && numbers.width() > widthOf("300"));
    m_workspace->setQueryText(QStringLiteral("turns:7"));
    QTRY_COMPARE(numbers.width(), narrow);
}

DUOLOGUE_TEST(TablePositionTest)
#include "table_position_test.moc"
