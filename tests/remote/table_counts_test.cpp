// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/search/evaluate.h"
#include "core/remote/push/query_push.h"
#include "core/remote/push/tally_push.h"
#include "core/remote/remote_table.h"
#include "tests/remote/invented_tables.h"
#include "tests/support/make_query.h"
#include "tests/support/print.h"
#include "tests/support/test_class.h"

#include <cmath>

using namespace duologue;
using namespace duologue::test;

namespace {

bool isClose(double a, double b)
{
    return std::abs(a - b) <= 1e-9 * std::max({1.0, std::abs(a), std::abs(b)});
}

} // namespace

/// Tables that the engine counts are those that tally() makes of the same rows.
class TableCountsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void countsTheSame_data();
    void countsTheSame();
    void refusesWhatItCannotCount();
    void serverGoneWhileOpen();

private:
    std::unique_ptr<ClickHouseNodes> m_nodes;
    std::shared_ptr<RemoteTable> m_table;
    SnapshotPtr m_all;
};

void TableCountsTest::initTestCase()
{
    m_nodes = ClickHouseNodes::start();
    if (!m_nodes)
        QSKIP(ClickHouseNodes::kNotFound);
    makeInventedTables(*m_nodes, 500);
    const auto made = RemoteTable::open(m_nodes->table("lists"), {}, {}, Job());
    QVERIFY(!std::holds_alternative<Phrase>(made));
    m_table = std::get<std::shared_ptr<RemoteTable>>(made);
    m_all = loadRows(m_table->fetch("1", {}, Job()).file, Job());
}

void TableCountsTest::countsTheSame_data()
{
    QTest::addColumn<QStringList>("by");
    QTest::addColumn<QStringList>("means");
    QTest::addColumn<QByteArray>("where");
    const auto add = [](const QStringList& by, const QStringList& means, const char* where) {
        QTest::addRow("%s %s %s", qPrintable(by.join(QLatin1Char(','))),
                      qPrintable(means.join(QLatin1Char(','))), where)
            << by << means << QByteArray(where);
    };
    const auto names = [](const char* text) {
        return QString::fromUtf8(text).split(QLatin1Char(' '), Qt::SkipEmptyParts);
    };
    for (const char* by :
         {"turns", "messages", "model", "kind", "n", "score", "day", "model kind", "turns n", "note", "id"}) {
        for (const char* where : {"", "turns:>=1", "model:qwen OR n:>4", "missing:score"})
            add(names(by), names("score n turns messages"), where);
    }
}

void TableCountsTest::countsTheSame()
{
    QFETCH(QStringList, by);
    QFETCH(QStringList, means);
    QFETCH(QByteArray, where);
    const auto keys = [](const QStringList& list) {
        std::vector<std::string> texts;
        for (const QString& each : list)
            texts.push_back(each.toStdString());
        return texts;
    };
    const auto fields = [&](const QStringList& list) {
        std::vector<FieldReader> found;
        for (const std::string& key : keys(list))
            found.push_back(*findField(*m_all, key));
        return found;
    };
    const Query query = parsed(where.toStdString());
    const auto rows = std::get<RowSet>(evaluate(*m_all, query, Job()));
    const Tally expected = tally(*m_all, rows, {fields(by), fields(means)}, Job());

    auto push = TallyPush::make(m_table->facts(), keys(by), keys(means));
    QVERIFY(push.has_value());
    const Bounds bounds = std::get<Bounds>(pushQuery(m_table->facts(), query));
    QVERIFY(bounds.isExact());
    const Phrase failed = m_table->ask(push->sql(bounds.upper), Job(), [&push](const JsonView& row) {
        push->add(row);
        return true;
    });
    QVERIFY2(failed.empty(), inEnglish(failed).c_str());
    const Tally made = push->tally();
    QCOMPARE(made.withoutValue, expected.withoutValue);
    QCOMPARE(made.rows.size(), expected.rows.size());
    for (std::size_t i = 0; i < made.rows.size(); ++i) {
        const TallyRow& row = made.rows[i];
        const TallyRow& other = expected.rows[i];
        QCOMPARE(row.n, other.n);
        for (std::size_t value = 0; value < row.values.size(); ++value) {
            QCOMPARE(row.values[value].text, other.values[value].text);
            QCOMPARE(row.values[value].number, other.values[value].number);
        }
        for (std::size_t mean = 0; mean < row.means.size(); ++mean) {
            QCOMPARE(row.means[mean].n, other.means[mean].n);
            QVERIFY(isClose(row.means[mean].sum, other.means[mean].sum));
            QVERIFY(isClose(row.means[mean].sumOfSquares, other.means[mean].sumOfSquares));
        }
    }
}

void TableCountsTest::refusesWhatItCannotCount()
{
    for (const char* field : {"tags", "role", "language", "small", "length", "nosuch"}) {
        const bool isCounted = TallyPush::make(m_table->facts(), {field}, {}).has_value();
        QVERIFY2(!isCounted, field);
        QCOMPARE(TallyPush::fieldNotPushed(m_table->facts(), {"turns", field}, {}), std::string(field));
    }
    QVERIFY(!TallyPush::make(m_table->facts(), {"turns"}, {"model"}));
}

/// The last test: it ends the server.
void TableCountsTest::serverGoneWhileOpen()
{
    m_nodes->runOnBoth("DROP TABLE logs.lists");
    const FetchedRows dropped = m_table->fetch("1", {}, Job());
    QCOMPARE(dropped.rows, std::uint64_t{0});
    QVERIFY2(inEnglish(dropped.mistake).find("logs.lists") != std::string::npos,
             inEnglish(dropped.mistake).c_str());
    m_nodes->kill();
    const auto counted = m_table->count(Bounds::exactly("1"), Job());
    QVERIFY(std::holds_alternative<Phrase>(counted));
    QVERIFY(inEnglish(std::get<Phrase>(counted)).find("cannot be reached") != std::string::npos);
}

DUOLOGUE_TEST(TableCountsTest)
#include "table_counts_test.moc"
