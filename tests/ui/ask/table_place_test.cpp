// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/agent_record.h"
#include "tests/support/temp_folder.h"
#include "ui/views/record_table_view.h"
#include "ui/work/workspace.h"

#include <QHeaderView>
#include <QTest>

using namespace duologue;
using namespace duologue::ui;

/// What is read stays in sight as the table's rows change.
class TablePlaceTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void staysInSightBehindAFilter();
    void hasRoomForItsNumbers();

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

void TablePlaceTest::init()
{
    std::string lines;
    for (int i = 0; i < kRecords; ++i)
        lines += test::AgentRecord::ofTurns(i == kLong ? 7 : 1).json() + "\n";
    m_workspace = std::make_unique<Workspace>();
    m_workspace->open({QString::fromStdString(m_folder.write("a.jsonl", lines).string())});
    QTRY_COMPARE(m_workspace->view()->order.size(), std::size_t{kRecords});
}

void TablePlaceTest::staysInSightBehindAFilter()
{
    RecordTableView table(*m_workspace, nullptr);
    table.resize(600, 200);
    table.show();
    QTRY_COMPARE(table.currentIndex().row(), 0);
    QVERIFY(seesCurrent(table));
    m_workspace->setQueryText(QStringLiteral("turns:7"));
    QTRY_COMPARE(m_workspace->currentRow(), std::optional<Row>(kLong));
    m_workspace->setQueryText(QString());
    QTRY_COMPARE(table.model()->rowCount(), kRecords);
    QCOMPARE(table.currentIndex().row(), kLong);
    QTRY_VERIFY(seesCurrent(table));
}

void TablePlaceTest::hasRoomForItsNumbers()
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

QTEST_MAIN(TablePlaceTest)
#include "table_place_test.moc"
