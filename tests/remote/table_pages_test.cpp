// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/field_reader.h"
#include "core/remote/remote_table.h"
#include "core/util/phrase_id.h"
#include "tests/remote/invented_tables.h"
#include "tests/support/print.h"
#include "tests/support/test_class.h"

#include <algorithm>
#include <set>

using namespace duologue;
using namespace duologue::test;

/// Rows in the order of their ids, from page to page.
class TablePagesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void pagesAreAllRowsOnce_data();
    void pagesAreAllRowsOnce();
    void numbersAreNoTexts();
    void anyBytesAreAnId();
    void refusesWhatHasNoOrder();

private:
    std::shared_ptr<RemoteTable> opened(const char* name) const;
    static std::vector<std::string> idsIn(const FetchedRows& rows);

    std::unique_ptr<ClickHouseNodes> m_nodes;
};

void TablePagesTest::initTestCase()
{
    m_nodes = ClickHouseNodes::start();
    if (!m_nodes)
        QSKIP(ClickHouseNodes::kNotFound);
    makeInventedTables(*m_nodes, 300);
}

std::shared_ptr<RemoteTable> TablePagesTest::opened(const char* name) const
{
    auto made = RemoteTable::open(m_nodes->table(name), {}, {}, Job());
    auto* const table = made.get();
    if (table == nullptr)
        qWarning("%s", inEnglish(*made.error()).c_str());
    return table == nullptr ? nullptr : *table;
}

std::vector<std::string> TablePagesTest::idsIn(const FetchedRows& rows)
{
    const SnapshotPtr snapshot = loadRows(rows.file, Job());
    const FieldReader id = *findField(*snapshot, "id");
    std::vector<std::string> ids;
    for (Row row{0}; row < snapshot->endRow(); row += 1)
        ids.push_back(id.text(row));
    return ids;
}

void TablePagesTest::pagesAreAllRowsOnce_data()
{
    QTest::addColumn<QByteArray>("table");
    QTest::addColumn<QByteArray>("condition");
    for (const char* table : {"lists", "turns", "json"}) {
        QTest::addRow("%s", table) << QByteArray(table) << QByteArray("1");
        if (table != std::string_view("turns"))
            QTest::addRow("%s, some", table) << QByteArray(table) << QByteArray("position(model, 'w') > 0");
    }
}

void TablePagesTest::pagesAreAllRowsOnce()
{
    QFETCH(QByteArray, table);
    QFETCH(QByteArray, condition);
    const auto open = opened(table.constData());
    QVERIFY(open && open->hasOrder());
    std::vector<std::string> expected = idsIn(open->fetch(condition.toStdString(), {}, Job()));
    std::sort(expected.begin(), expected.end());
    RowsWanted wanted;
    wanted.limit = 37;
    wanted.inOrder = true;
    std::vector<std::string> all;
    for (int page = 0; page < 20; ++page) {
        const FetchedRows rows = open->fetch(condition.toStdString(), wanted, Job());
        QVERIFY2(rows.mistake.empty(), inEnglish(rows.mistake).c_str());
        const std::vector<std::string> ids = idsIn(rows);
        all.insert(all.end(), ids.begin(), ids.end());
        if (!rows.last)
            break;
        QCOMPARE(ids.size(), std::size_t{37});
        QCOMPARE(*rows.last, ids.back());
        wanted.after = rows.last;
    }
    QCOMPARE(all, expected);
}

/// 9 comes before 10, whole numbers are not rounded, and rows of one id stay together.
void TablePagesTest::numbersAreNoTexts()
{
    m_nodes->run(0, "CREATE TABLE logs.numbered (id UInt64, messages String) ENGINE = MergeTree ORDER BY id");
    std::string lines;
    for (const char* id :
         {"9", "10", "10", "10", "9007199254740993", "9007199254740992", "18446744073709551615"})
        lines += std::string("{\"id\":\"") + id +
                 R"(","messages":"[{\"role\":\"user\",\"content\":\"q\"}]"})"
                 "\n";
    m_nodes->run(0, "INSERT INTO logs.numbered FORMAT JSONEachRow", lines);
    const auto table = opened("numbered");
    QVERIFY(table && table->hasOrder());
    RowsWanted wanted;
    wanted.limit = 2;
    wanted.inOrder = true;
    std::vector<std::string> ends;
    std::uint64_t rows = 0;
    for (;;) {
        const FetchedRows page = table->fetch("1", wanted, Job());
        QVERIFY2(page.mistake.empty(), inEnglish(page.mistake).c_str());
        rows += page.rows;
        if (!page.last)
            break;
        ends.push_back(*page.last);
        wanted.after = page.last;
    }
    QCOMPARE(rows, std::uint64_t{7});
    QCOMPARE(ends, (std::vector<std::string>{"10", "9007199254740993"}));
    wanted.after = "9 OR 1";
    QCOMPARE(table->fetch("1", wanted, Job()).mistake.id, PhraseId::NotAnId);
}

void TablePagesTest::anyBytesAreAnId()
{
    if (m_nodes->isOne())
        QSKIP("The front of the library takes queries as texts.");
    m_nodes->run(0, "CREATE TABLE logs.bytes (id String, messages String) ENGINE = MergeTree ORDER BY id");
    m_nodes->run(0, "INSERT INTO logs.bytes SELECT unhex(h), '[{\"role\":\"user\",\"content\":\"q\"}]' FROM "
                    "(SELECT arrayJoin(['27', '5C', 'FF', '61', '00', '6125', 'FFFE']) AS h)");
    const auto table = opened("bytes");
    QVERIFY(table && table->hasOrder());
    RowsWanted wanted;
    wanted.limit = 1;
    wanted.inOrder = true;
    std::set<std::string> ends;
    for (FetchedRows page = table->fetch("1", wanted, Job()); page.last;
         page = table->fetch("1", wanted, Job())) {
        QVERIFY(ends.insert(*page.last).second);
        wanted.after = page.last;
    }
    QCOMPARE(ends.size(), std::size_t{7});
}

void TablePagesTest::refusesWhatHasNoOrder()
{
    const auto lists = opened("lists");
    RowsWanted wanted;
    wanted.inOrder = true;
    wanted.seed = 1;
    QCOMPARE(lists->fetch("1", wanted, Job()).mistake.id, PhraseId::NotSortedBoth);
    m_nodes->run(0, "CREATE TABLE logs.nameless (messages String) ENGINE = Memory");
    const auto nameless = opened("nameless");
    QVERIFY(nameless && !nameless->hasOrder());
    wanted.seed.reset();
    QCOMPARE(nameless->fetch("1", wanted, Job()).mistake.id, PhraseId::NoRowsInOrder);
}

DUOLOGUE_TEST(TablePagesTest)
#include "table_pages_test.moc"
